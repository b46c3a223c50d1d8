/** The table of slides; on a phone each row is a card. */
import { ActionIcon, Button, Switch } from '@mantine/core';
import { Link } from 'react-router';
import type { Slide } from '../../../contract/answers.ts';
import { thumbnailUrl } from '../../../contract/files.ts';
import { limits } from '../../../contract/limits.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/slides.ts';
import sheet from '../../ui/card.module.css';
import { carouselsOf } from '../../ui/carousels.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { TbArrowDown, TbArrowUp, TbPencil, TbTrash } from '../frame/icons.tsx';
import marks from '../frame/marks.module.css';
import table from '../frame/table.module.css';
import { TbLink, TbMenu2 } from '../screen-icons.tsx';
import { Allowed } from '../session/allowed.tsx';
import styles from './slide-table.module.css';

interface SlideTableProps {
  slides: readonly Slide[];
  onMove: (slide: Slide, position: number) => void;
  onPublish: (slide: Slide, published: boolean) => void;
  onDelete: (slide: Slide) => void;
}

const columns = ['order', 'thumbnail', 'title', 'status', 'place', 'action'] as const;

export function SlideTable({ slides, ...actions }: SlideTableProps) {
  const { t, language } = useTexts();
  const published = slides.filter((slide) => slide.published).length;
  return (
    <table className={`${sheet.card} ${table.table} ${styles.slides}`}>
      <caption>
        {t('caption', {
          count: slides.length,
          number: formatNumber(slides.length, language),
          published: formatNumber(published, language),
        })}
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slides.map((slide) => (
          <Row key={slide._id} slide={slide} total={slides.length} place={placeOf(slide, slides)} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

interface Place {
  in: 'first' | 'second' | 'full' | 'hidden';
  number?: number;
  total?: number;
}

function placeOf(slide: Slide, slides: readonly Slide[]): Place {
  if (!slide.published) return { in: 'hidden' };
  const carousels = carouselsOf(slides);
  for (const name of ['first', 'second'] as const) {
    const at = carousels[name].indexOf(slide);
    if (at >= 0) return { in: name, number: at + 1, total: carousels[name].length };
  }
  return { in: 'full', number: limits.slidesInFirstCarousel + limits.slidesInSecondCarousel };
}

interface RowProps extends Omit<SlideTableProps, 'slides'> {
  slide: Slide;
  total: number;
  place: Place;
}

function Row({ slide, total, place, onMove, onPublish, onDelete }: RowProps) {
  const { t, language } = useTexts();
  const { _id, thumbnail, title, thumbnailBn, published, status, position } = slide;
  const name = { title: thumbnail };
  const mover = (by: -1 | 1) => {
    const isEnd = position + by < 1 || position + by > total;
    const Arrow = by < 0 ? TbArrowUp : TbArrowDown;
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(by < 0 ? 'moveUp' : 'moveDown', name)}
        {...ariaDisabled(isEnd, () => onMove(slide, position + by))}
      >
        <Arrow size={20} strokeWidth={1.75} />
      </ActionIcon>
    );
  };
  return (
    <tr data-published={published}>
      <td className={`${table.wide} ${styles.order}`}>
        <span className={styles.position}>{formatNumber(position, language)}</span>
        <Allowed call="updateSlide">
          {mover(-1)}
          {mover(1)}
        </Allowed>
      </td>
      <td className={`${table.wide} ${styles.picture}`}>
        <img
          src={thumbnailUrl(slide.image, limits.slideThumbnailWidths[0])}
          alt=""
          width="400"
          height="225"
          loading="lazy"
        />
      </td>
      <th scope="row" className={`${table.wide} ${styles.words}`}>
        <span className={styles.title}>{thumbnail}</span>
        {thumbnailBn && <span lang="bn">{thumbnailBn}</span>}
        {title && <span className={styles.text}>{title}</span>}
        <SlideLinks slide={slide} />
      </th>
      <td className={`${table.wide} ${styles.status}`}>
        <span className={published ? marks.good : marks.plain}>{t(`status.${status}`)}</span>
        <Allowed call="updateSlide">
          <Switch
            size="md"
            withThumbIndicator={false}
            checked={published}
            aria-label={t('publish', name)}
            onChange={({ currentTarget }) => onPublish(slide, currentTarget.checked)}
          />
        </Allowed>
      </td>
      <td className={`${table.wide} ${styles.place}`}>
        <span className={styles.badge} data-place={place.in}>
          {t(`place.${place.in}`, {
            number: place.number && formatNumber(place.number, language),
            total: place.total && formatNumber(place.total, language),
          })}
        </span>
      </td>
      <td className={`${table.wide} ${styles.actions}`}>
        <Allowed call="updateSlide">
          <Button
            component={Link}
            to={`/editSlider?id=${_id}`}
            state={{ id: _id }}
            size="sm"
            variant="default"
            leftSection={<TbPencil size={18} strokeWidth={1.75} aria-hidden />}
          >
            {t('edit')}
            <span className={hidden.always}> {thumbnail}</span>
          </Button>
        </Allowed>
        <Allowed call="deleteSlide">
          <Button
            size="sm"
            variant="subtle"
            color="brick"
            leftSection={<TbTrash size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => onDelete(slide)}
          >
            {t('delete')}
            <span className={hidden.always}> {thumbnail}</span>
          </Button>
        </Allowed>
      </td>
    </tr>
  );
}

/** The link of the slide, and whether it is in the navigation. */
function SlideLinks({ slide: { link, shownOnNavbar, published } }: { slide: Slide }) {
  const { t } = useTexts();
  if (!link && !shownOnNavbar) return null;
  return (
    <span className={`row ${styles.ways}`}>
      {link && (
        <span>
          <TbLink size={16} strokeWidth={1.75} aria-hidden />
          {link}
        </span>
      )}
      {shownOnNavbar && (
        <span>
          <TbMenu2 size={16} strokeWidth={1.75} aria-hidden />
          {link ? t(published ? 'inNavigation' : 'navigationNeedsPublished') : t('navigationNeedsLink')}
        </span>
      )}
    </span>
  );
}
