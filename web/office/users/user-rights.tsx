import { Checkbox, Stack } from '@mantine/core';
import type { StaffUser } from '../../../contract/answers.ts';
import { type Right, rights } from '../../../contract/rights.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import tone from '../frame/text.module.css';
import { useUserChange } from './user-change.ts';

/** The rights of an account as ticks. Each holds at once, as it would from any other screen. */
export function UserRights({ user: { _id: id, name, rights: held } }: { user: StaffUser }) {
  const { t } = useTexts();
  const set = useUserChange(
    (wanted: readonly Right[]) => answerOf('setRights', { params: { id }, json: { rights: wanted } }),
    () => t('rights.saved', { name }),
  );
  // Until the answer, the ticks show what was asked for last, and the next one builds on that.
  const shown = set.isPending ? set.variables : held;
  const toggle = (right: Right, isHeld: boolean) =>
    set.mutate(rights.filter((one) => (one === right ? isHeld : shown.includes(one))));
  return (
    <FormSection title={t('rights.title')} text={t('rights.text')}>
      <Stack>
        {rights.map((right) => (
          <Checkbox
            key={right}
            label={t(`rights.${right}`)}
            description={t(`rights.${right}Hint`)}
            checked={shown.includes(right)}
            onChange={({ currentTarget: { checked } }) => toggle(right, checked)}
          />
        ))}
      </Stack>
      {set.problem && (
        <p role="alert" className={tone.failed}>
          {set.problem}
        </p>
      )}
    </FormSection>
  );
}
