/**
 * Shows one file or two side by side next to the data, each with its own zoom and turn. The arrow keys change the file
 * of the pane that was used last.
 */
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { isPdf } from '../../../application/fields-and-documents.ts';
import { formatNumber, useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight, TbX } from '../../frame/icons.tsx';
import { TbColumns, TbExternalLink, TbRotate, TbZoomIn, TbZoomOut } from '../../screen-icons.tsx';
import { useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import type { ShortcutName } from '../../shortcuts/shortcuts.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { type FileField, filledFileFields, useFileLabel } from './file-fields.ts';
import { FileView, type View, viewOf, zooms } from './file-view.tsx';
import styles from './viewer.module.css';

interface ViewerProps {
  application: Application;
  /** One or two. */
  shown: readonly FileField[];
  onShow: (fields: readonly FileField[]) => void;
  onClose: () => void;
}

export function Viewer({ application, shown, onShow, onClose }: ViewerProps) {
  const { t, language } = useTexts();
  const labelOf = useFileLabel();
  const region = useRef<HTMLElement>(null);
  const [pane, setPane] = useState(0);
  const [views, setViews] = useState<Record<string, View>>({});
  const filled = filledFileFields(application);
  const active = Math.min(pane, shown.length - 1);
  const field = shown[active] ?? 'image';
  const index = filled.indexOf(field);
  const url = application[field];
  const view = viewOf(views, field);
  const isPicture = url !== null && !isPdf(url);

  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const step = (by: 1 | -1) => {
    const next = filled[(index + by + filled.length) % filled.length];
    if (next) onShow(shown.map((other, at) => (at === active ? next : other)));
  };
  const changeView = (changes: Partial<View>) => setViews({ ...views, [field]: { ...view, ...changes } });
  const zoom = (by: 1 | -1) => changeView({ zoom: Math.min(zooms.length - 1, Math.max(0, view.zoom + by)) });
  const turn = () => changeView({ turn: view.turn + 90 });
  const isDouble = shown.length > 1;
  const toggleBeside = () => {
    if (isDouble) return onShow([field]);
    const other = filled[(index + 1) % filled.length];
    if (!other || other === field) return;
    setPane(1);
    onShow([field, other]);
  };
  useShortcuts({
    fileNext: () => step(1),
    filePrevious: () => step(-1),
    zoomIn: isPicture ? () => zoom(1) : undefined,
    zoomOut: isPicture ? () => zoom(-1) : undefined,
    turn: isPicture ? turn : undefined,
    beside: toggleBeside,
    close: onClose,
  });
  const number = useNumber();
  const position = t('viewer.place', { name: labelOf(field), number: number(index + 1), total: number(filled.length) });
  const tool = (
    name: ShortcutName,
    label: string,
    icon: typeof TbX,
    onClick: () => void,
    more: Partial<ToolProps> = {},
  ) => <Tool key={name} name={name} label={label} icon={icon} onClick={onClick} {...more} />;
  return (
    <section ref={region} tabIndex={-1} className={styles.viewer} data-screen-only="" aria-label={t('viewer.title')}>
      <div className={`row ${styles.tools}`}>
        {tool('filePrevious', t('viewer.previous'), TbChevronLeft, () => step(-1))}
        {tool('fileNext', t('viewer.next'), TbChevronRight, () => step(1))}
        <strong className={styles.position} aria-hidden>
          {position}
        </strong>
        <span role="status" className={hidden.always}>
          {position}
        </span>
        <div className={`row ${styles.changes}`}>
          <div className={`row ${styles.zooms}`}>
            {tool('zoomOut', t('viewer.zoomOut'), TbZoomOut, () => zoom(-1), { isOff: !isPicture || view.zoom === 0 })}
            <span className={styles.zoom}>{formatNumber(zooms[view.zoom] ?? 1, language, { style: 'percent' })}</span>
            {tool('zoomIn', t('viewer.zoomIn'), TbZoomIn, () => zoom(1), {
              isOff: !isPicture || view.zoom === zooms.length - 1,
            })}
          </div>
          {tool('turn', t('viewer.turn'), TbRotate, turn, { isOff: !isPicture })}
          {tool('beside', t('viewer.beside'), TbColumns, toggleBeside, {
            'aria-pressed': isDouble,
            isOff: filled.length < 2,
          })}
          {url && (
            <ActionIcon
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('slots.openFor', { label: labelOf(field) })}
              title={t('slots.open')}
            >
              <TbExternalLink size={22} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
        {tool('close', t('viewer.close'), TbX, onClose)}
      </div>
      <div className={styles.panes} data-double={isDouble ? '' : undefined}>
        {shown.map((shownField, at) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only records which pane was used last
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a pane keeps its position while its file changes
            key={at}
            className={styles.pane}
            onFocus={() => setPane(at)}
            onPointerDown={() => setPane(at)}
          >
            {isDouble && (
              <p className={styles.paneName} data-active={at === active ? '' : undefined}>
                {labelOf(shownField)}
              </p>
            )}
            <FileView
              key={shownField}
              url={application[shownField]}
              label={labelOf(shownField)}
              view={viewOf(views, shownField)}
              onZoom={(zoom) => setViews({ ...views, [shownField]: { ...viewOf(views, shownField), zoom } })}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

interface ToolProps {
  name: ShortcutName;
  label: string;
  icon: typeof TbX;
  isOff?: boolean;
  'aria-pressed'?: boolean;
  onClick: () => void;
}

function Tool({ name, label, icon: Icon, isOff = false, onClick, ...more }: ToolProps) {
  const ariaShortcut = useAriaShortcut();
  return (
    <ActionIcon
      {...more}
      variant={more['aria-pressed'] ? 'light' : 'subtle'}
      color={more['aria-pressed'] ? 'spruce' : 'gray'}
      size={44}
      aria-label={label}
      title={label}
      aria-keyshortcuts={ariaShortcut(name)}
      {...ariaDisabled(isOff, onClick)}
    >
      <Icon size={22} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}
