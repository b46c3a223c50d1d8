/** The latest checkpoint of the audit log, and the export of the entries that the filter shows. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExportFormat, exportFormats } from '../../../contract/audit.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import { timeInWords } from '../../texts/dates.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/audit.ts';
import { download, saveAs } from '../calls/download.ts';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { TbDownload } from '../frame/icons.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import tone from '../frame/text.module.css';
import { type AuditFilter, treeQuery } from './audit-queries.ts';
import styles from './audit-tree.module.css';

const formats = Object.keys(exportFormats) as ExportFormat[];
/** Enough characters to compare two roots by eye. */
const shortLength = 12;

export function AuditTree({ filter, isEmpty }: { filter: AuditFilter; isEmpty: boolean }) {
  const { t, language } = useTexts();
  const { data, error, refetch } = useQuery(treeQuery);
  const [isDownloading, setDownloading] = useState(false);
  const [problem, setProblem] = useState<{ error: Error; format: ExportFormat } | null>(null);

  const downloadLog = async (format: ExportFormat) => {
    setDownloading(true);
    try {
      saveAs(await download('exportAudit', { json: { ...filter, format } }), `audit-${dhakaDay(new Date())}.${format}`);
      setProblem(null);
    } catch (error) {
      setProblem({ error: error as Error, format });
    }
    setDownloading(false);
  };
  return (
    <>
      <Group justify="space-between" gap="var(--space-2) var(--space-4)" mb="md">
        <p className={`${tone.hint} ${styles.state}`}>
          {data?.root && data.checkpointAt
            ? t('tree.signed', {
                count: data.entries,
                number: formatNumber(data.entries, language),
                time: timeInWords(data.checkpointAt, language, { dateStyle: 'medium', timeStyle: 'medium' }),
              })
            : data && t('tree.none')}
          {data?.root && (
            <>
              {' '}
              {t('tree.root')} <code title={data.root}>{data.root.slice(0, shortLength)}</code>
            </>
          )}
        </p>
        <Group gap="xs">
          {formats.map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<TbDownload size={18} aria-hidden />}
              {...ariaDisabled(isEmpty || isDownloading, () => void downloadLog(format))}
            >
              {t(`tree.take.${format}`)}
            </Button>
          ))}
        </Group>
      </Group>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {problem && <LoadFailure error={problem.error} onRetry={() => downloadLog(problem.format)} />}
    </>
  );
}
