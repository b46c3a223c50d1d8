import { Checkbox, Stack } from '@mantine/core';
import type { StaffUser } from '../../../contract/account-answers.ts';
import { type Right, rights } from '../../../contract/rights.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import tone from '../frame/text.module.css';
import { useUserChange } from './user-change.ts';

/** The rights of an account as checkboxes, each of which takes effect at once. */
export function UserRights({ user: { _id: id, name, rights: stored } }: { user: StaffUser }) {
  const { t } = useTexts();
  const change = useUserChange(
    (wanted: readonly Right[]) => answerOf('setRights', { params: { id }, json: { rights: wanted } }),
    () => t('rights.saved', { name }),
  );
  // During the call the checkboxes show the requested rights, on which the next change is based.
  const shown = change.isPending ? change.variables : stored;
  const toggle = (right: Right, isOn: boolean) =>
    change.mutate(rights.filter((each) => (each === right ? isOn : shown.includes(each))));
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
      {change.problem && (
        <p role="alert" className={tone.failed}>
          {change.problem}
        </p>
      )}
    </FormSection>
  );
}
