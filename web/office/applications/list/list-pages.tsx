import { Button, Pagination } from '@mantine/core';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight } from '../../frame/icons.tsx';
import styles from './list-pages.module.css';

interface ListPagesProps {
  page: number;
  total: number;
  isNarrow: boolean;
  onPage: (page: number) => void;
  /** Called when the user is about to open the page, so that it can be prefetched. */
  onIntent: (page: number) => void;
}

/** Previous and Next, and the page numbers where there is room for them. */
export function ListPages({ page, total, isNarrow, onPage, onIntent }: ListPagesProps) {
  const { t } = useTexts();
  const number = useNumber();
  if (total < 2) return null;
  const step = (to: number) => {
    const isThere = to >= 1 && to <= total;
    // The first page is not loaded ahead: its `asOf` would be a new one, which the other pages do not have.
    const intent = () => isThere && to > 1 && onIntent(to);
    return {
      variant: 'default',
      ...ariaDisabled(!isThere, () => onPage(to)),
      onMouseEnter: intent,
      onFocus: intent,
    } as const;
  };
  return (
    <nav className={`row ${styles.pages}`} data-screen-only="" aria-label={t('pages')}>
      <Button {...step(page - 1)} leftSection={<TbChevronLeft size={20} strokeWidth={1.75} aria-hidden />}>
        {t('previous')}
      </Button>
      {isNarrow ? (
        <span>{t('pageOf', { page: number(page), pages: number(total) })}</span>
      ) : (
        <Pagination.Root
          total={total}
          value={page}
          onChange={onPage}
          size="xl"
          getItemProps={(at) => ({ 'aria-label': t('page', { page: number(at) }), children: number(at) })}
          classNames={{ root: styles.numbers, control: styles.number }}
        >
          <Pagination.Items />
        </Pagination.Root>
      )}
      <Button {...step(page + 1)} rightSection={<TbChevronRight size={20} strokeWidth={1.75} aria-hidden />}>
        {t('next')}
      </Button>
    </nav>
  );
}
