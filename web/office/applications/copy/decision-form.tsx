/** The form of a decision: what it sends, what it asks about first, and what others have changed meanwhile. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Application, ApplicationWithHistory, ErrorBody } from '../../../../contract/answers.ts';
import { decisionRequest } from '../../../../contract/application.ts';
import type { CallResult } from '../../../../contract/client.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { isCollectTooEarly } from '../../../../contract/decision-dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import {
  callFor,
  type Decision,
  decisionFor,
  type Outcome,
  outcomeOfDecision,
  statusAfter,
  statusGivenBy,
} from '../../../../contract/status.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import { call } from '../../calls/api.ts';
import { FormFrame, useContractForm } from '../../form/contract-form.tsx';
import { DialogButtons } from '../../frame/dialog-buttons.tsx';
import notice from '../../frame/notice.module.css';
import { applicationQuery, invalidateApplications } from '../application-queries.ts';
import { decisionFailure } from './decision-failure.ts';
import { DecisionFields, type DecisionValues, decidedBy } from './decision-fields.tsx';
import { type Basis, basisOf, isSameBasis, Meanwhile, Present, Warnings } from './decision-present.tsx';
import { areShown, type Warning, warningsOf } from './decision-warnings.ts';
import { sameTexts } from './decision-words.ts';
import { isValid } from './valid-decisions.ts';

const request = decisionRequest.omit({ version: true });

/** What was typed and not sent: a note about the record, and for each decision what differs from its initial values. */
export interface TypedDecisions {
  note: string;
  fields: Partial<Record<Decision, Partial<DecisionValues>>>;
}

export const nothingTyped: TypedDecisions = { note: '', fields: {} };

interface DecisionFormProps {
  application: ApplicationWithHistory;
  decision: Decision;
  typed: RefObject<TypedDecisions>;
  onBusy: (isBusy: boolean) => void;
  onDecided: (application: Application) => void;
  onCancel: () => void;
}

export function DecisionForm({ application, decision, typed, onBusy, onDecided, onCancel }: DecisionFormProps) {
  const { t, language } = useTexts();
  const { t: status } = useStatusTexts();
  const { t: frame } = useFrameTexts();
  const queryClient = useQueryClient();
  const { queryKey } = applicationQuery(application._id);
  const [today] = useState(() => dhakaDay(new Date()));
  const [seen, setSeen] = useState(() => basisOf(application));
  const [before, setBefore] = useState<Basis | null>(null);
  const [mayBeDone, setMayBeDone] = useState(false);
  const [asked, setAsked] = useState<readonly Warning[]>([]);
  const [untouched] = useState<DecisionValues>(() => ({
    ...datesFor(decision, application, today),
    note: '',
    reason: reasonFor(decision, application),
  }));
  const [initialValues] = useState(() => {
    const { note, fields } = typed.current;
    return { ...untouched, ...fields[decision], note };
  });
  const [values, setValues] = useState<DecisionValues>(initialValues);
  const outcome = outcomeOfDecision(decision);
  const isSame = statusAfter(application.isStatus, decision) === application.isStatus;

  const form = useContractForm({
    schema: request,
    initialValues,
    alsoWrong: (dates) =>
      isCollectTooEarly(decidedBy(decision, application, dates, today)) ? { collectDate: 'invalid_collect_date' } : {},
    send: async ({ note, reason, ...dates }) => {
      setBefore(null);
      setMayBeDone(false);
      const now = queryClient.getQueryData(queryKey) ?? application;
      const warnings = warningsOf(now, decidedBy(decision, now, dates, today), today);
      // A newer version that was loaded behind the dialogue is used only after it was shown.
      if (!isSameBasis(now, seen)) return refused(409, conflictWith(now));
      if (!areShown(warnings, asked)) {
        setAsked(warnings);
        return refused(409, needsSecondPress);
      }
      const json = { ...(outcome !== 'refused' && dates), note, reason, version: now.version };
      onBusy(true);
      const result = await call(callFor(decision), { params: { id: application._id }, json }).finally(() =>
        onBusy(false),
      );
      return result.ok && result.status !== 200 ? refused(result.status, nothingSaid) : result;
    },
    onSaved: onDecided,
    failureText: (failure) => {
      if (failure.result?.error === needsSecondPress) return null;
      if (failure.result?.error.code === 'version_conflict') {
        const now = failure.result.error.current as Application;
        queryClient.setQueryData(queryKey, (known) => known && { ...known, ...now });
        setBefore(seen);
        setSeen(basisOf(now));
      }
      if (!failure.result) setMayBeDone(true);
      void invalidateApplications(queryClient);
      return decisionFailure(failure, decision, { status, language });
    },
    onValuesChange: (changed) => {
      const fields = Object.fromEntries(
        Object.entries(changed).filter(([name, text]) => text !== untouched[name as keyof DecisionValues]),
      );
      typed.current = { note: changed.note, fields: { ...typed.current.fields, [decision]: fields } };
      setValues({ ...changed });
    },
  });

  const present = warningsOf(application, decidedBy(decision, application, values, today), today).filter((warning) =>
    areShown([warning], asked),
  );
  return (
    <FormFrame of={form}>
      {before && <Meanwhile before={before} now={application} />}
      {mayBeDone && <p className={notice.pending}>{t('decision.maybeDone')}</p>}
      <Present application={application} />
      <DecisionFields application={application} decision={decision} of={form} values={values} today={today} />
      {present.length > 0 && <Warnings warnings={present} asked={asked} />}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={form.isBusy}>
          {frame('cancel')}
        </Button>
        <Button
          type="submit"
          color={outcome === 'refused' ? 'brick' : 'spruce'}
          loading={form.isBusy}
          // The second click of a double click would answer a question that nobody has read yet.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {present.length > 0
            ? t('decision.allTheSame')
            : isSame
              ? t(sameTexts[outcome].button)
              : status(`${statusGivenBy(decision)}.decide`)}
        </Button>
      </DialogButtons>
    </FormFrame>
  );
}

/** The initial values of the fields: an approval is dated today, unless an earlier one is corrected. */
function datesFor(decision: Decision, { isStatus, approve, pending }: Application, today: string) {
  const isCorrected = decisionFor(isStatus) === decision;
  const dates: Record<Outcome, { date: string; collectDate: string }> = {
    open: { date: pending ?? '', collectDate: '' },
    refused: { date: '', collectDate: '' },
    granted: isCorrected ? { date: approve ?? today, collectDate: pending ?? '' } : { date: today, collectDate: '' },
  };
  return dates[outcomeOfDecision(decision)];
}

/** A corrected decision keeps its reason for the applicant. */
function reasonFor(decision: Decision, { isStatus, history }: ApplicationWithHistory): string {
  const last = history.findLast(isValid);
  return statusAfter(isStatus, decision) === isStatus ? (last?.reason ?? '') : '';
}

/** Not a refusal: the decision waits for a second press. */
const needsSecondPress: ErrorBody = { message: '', code: 'invalid_decision_date', requestId: '' };

const nothingSaid: ErrorBody = { message: '', code: 'internal_error', requestId: '' };

const conflictWith = (current: Application): ErrorBody => ({
  message: errorText('version_conflict'),
  code: 'version_conflict',
  requestId: '',
  current,
});

function refused(status: number, error: ErrorBody): CallResult<Application> {
  return { ok: false, status, error, response: new Response(null, { status }) };
}
