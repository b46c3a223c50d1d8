/**
 * Looks at the papers beside the data: one, or two side by side, each with its own zoom and turn. Arrow keys go to the next
 * paper of the pane that was touched last.
 */
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { isPdf } from '../../../../contract/files.ts';
import { formatNumber, useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight, TbX } from '../../frame/icons.tsx';
import { keyShortcut } from '../../keys/key-sign.tsx';
import type { KeyName } from '../../keys/keys.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { TbColumns, TbExternalLink, TbRotate, TbZoomIn, TbZoomOut } from '../../screen-icons.tsx';
import { PaperView, type View, viewOf, zooms } from './paper-view.tsx';
import { type Paper, presentPapers, usePaperName } from './papers.ts';
import styles from './viewer.module.css';

interface ViewerProps {
  application: Application;
  /** One or two. */
  shown: readonly Paper[];
  onShow: (papers: readonly Paper[]) => void;
  onClose: () => void;
}

export function Viewer({ application, shown, onShow, onClose }: ViewerProps) {
  const { t, language } = useTexts();
  const nameOf = usePaperName();
  const region = useRef<HTMLElement>(null);
  const [pane, setPane] = useState(0);
  const [views, setViews] = useState<Record<string, View>>({});
  const present = presentPapers(application);
  const active = Math.min(pane, shown.length - 1);
  const paper = shown[active] ?? 'image';
  const at = present.indexOf(paper);
  const url = application[paper];
  const view = viewOf(views, paper);
  const isPicture = url !== null && !isPdf(url);

  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const go = (by: 1 | -1) => {
    const next = present[(at + by + present.length) % present.length];
    if (next) onShow(shown.map((other, index) => (index === active ? next : other)));
  };
  const change = (changes: Partial<View>) => setViews({ ...views, [paper]: { ...view, ...changes } });
  const zoom = (by: 1 | -1) => {
    const step = Math.min(zooms.length - 1, Math.max(0, view.zoom + by));
    change({ zoom: step });
  };
  const isDouble = shown.length > 1;
  const toggleBeside = () => {
    if (isDouble) return onShow([paper]);
    const other = present[(at + 1) % present.length];
    if (!other || other === paper) return;
    setPane(1);
    onShow([paper, other]);
  };
  useKeys({
    paperNext: () => go(1),
    paperPrevious: () => go(-1),
    zoomIn: isPicture ? () => zoom(1) : undefined,
    zoomOut: isPicture ? () => zoom(-1) : undefined,
    turn: isPicture ? () => change({ turn: view.turn + 90 }) : undefined,
    beside: toggleBeside,
    close: onClose,
  });
  const number = useNumber();
  const said = t('viewer.place', { name: nameOf(paper), number: number(at + 1), total: number(present.length) });
  const tool = (name: KeyName, label: string, icon: typeof TbX, onClick: () => void, more: Partial<ToolProps> = {}) => (
    <Tool key={name} name={name} label={label} icon={icon} onClick={onClick} {...more} />
  );
  return (
    <section ref={region} tabIndex={-1} className={styles.viewer} data-screen-only="" aria-label={t('viewer.title')}>
      <div className={styles.tools}>
        {tool('paperPrevious', t('viewer.previous'), TbChevronLeft, () => go(-1))}
        {tool('paperNext', t('viewer.next'), TbChevronRight, () => go(1))}
        <strong className={styles.said} aria-hidden>
          {said}
        </strong>
        <span role="status" className={hidden.always}>
          {said}
        </span>
        {tool('zoomOut', t('viewer.zoomOut'), TbZoomOut, () => zoom(-1), { isOff: !isPicture || view.zoom === 0 })}
        <span className={styles.zoom}>{formatNumber(zooms[view.zoom] ?? 1, language, { style: 'percent' })}</span>
        {tool('zoomIn', t('viewer.zoomIn'), TbZoomIn, () => zoom(1), {
          isOff: !isPicture || view.zoom === zooms.length - 1,
        })}
        {tool('turn', t('viewer.turn'), TbRotate, () => change({ turn: view.turn + 90 }), { isOff: !isPicture })}
        {tool('beside', t('viewer.beside'), TbColumns, toggleBeside, {
          'aria-pressed': isDouble,
          isOff: present.length < 2,
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
            aria-label={t('slots.openFor', { label: nameOf(paper) })}
            title={t('slots.open')}
          >
            <TbExternalLink size={22} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        )}
        {tool('close', t('viewer.close'), TbX, onClose)}
      </div>
      <div className={styles.panes} data-double={isDouble ? '' : undefined}>
        {shown.map((one, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which pane was touched
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a pane keeps its place while its paper changes
            key={index}
            className={styles.pane}
            onFocus={() => setPane(index)}
            onPointerDown={() => setPane(index)}
          >
            {isDouble && (
              <p className={styles.paneName} data-active={index === active ? '' : undefined}>
                {nameOf(one)}
              </p>
            )}
            <PaperView
              key={one}
              url={application[one]}
              name={nameOf(one)}
              view={viewOf(views, one)}
              onZoom={(step) => setViews({ ...views, [one]: { ...viewOf(views, one), zoom: step } })}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

interface ToolProps {
  name: KeyName;
  label: string;
  icon: typeof TbX;
  isOff?: boolean;
  'aria-pressed'?: boolean;
  onClick: () => void;
}

function Tool({ name, label, icon: Icon, isOff = false, onClick, ...more }: ToolProps) {
  return (
    <ActionIcon
      {...more}
      variant={more['aria-pressed'] ? 'light' : 'subtle'}
      color={more['aria-pressed'] ? 'spruce' : 'gray'}
      size={44}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keyShortcut(name)}
      {...ariaDisabled(isOff, onClick)}
    >
      <Icon size={22} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}
