/** The form of a decision: its request, the warnings to confirm first, and conflicts with changes by others. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { Application, ApplicationWithHistory, ErrorBody } from '../../../../contract/answers.ts';
import { decisionRequest } from '../../../../contract/application.ts';
import type { CallResult } from '../../../../contract/client.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { isCollectTooEarly } from '../../../../contract/decision-dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import { callFor, type DecisionKind, type Outcome, outcomeOf, statusGivenBy } from '../../../../contract/status.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import { call } from '../../calls/api.ts';
import { FormFrame, useContractForm } from '../../form/contract-form.tsx';
import { DialogButtons } from '../../frame/dialog-buttons.tsx';
import notice from '../../frame/notice.module.css';
import { applicationQuery, invalidateApplications } from '../application-queries.ts';
import { useUnanswered } from '../unanswered.ts';
import { correctionTexts, isCorrection } from './correction.ts';
import { type Basis, basisOf, ConflictNotice, CurrentState, isSameBasis, Warnings } from './decision-basis.tsx';
import { decisionFailure } from './decision-failure.ts';
import { areDatesValid, DecisionFields, type DecisionValues, effectOf } from './decision-fields.tsx';
import { areShown, type Warning, warningsOf } from './decision-warnings.ts';
import type { TypedDecisions } from './typed-decisions.ts';
import { isValid } from './valid-decisions.ts';

const request = decisionRequest.omit({ version: true });

interface DecisionFormProps {
  application: ApplicationWithHistory;
  decision: DecisionKind;
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
  const [shownBasis, setShownBasis] = useState(() => basisOf(application));
  const [formerBasis, setFormerBasis] = useState<Basis | null>(null);
  const unanswered = useUnanswered();
  const basedOnVersion = useRef(application.version);
  const [shownWarnings, setShownWarnings] = useState<readonly Warning[]>([]);
  const [defaults] = useState<DecisionValues>(() => ({
    ...datesFor(decision, application, today),
    note: '',
    reason: reasonFor(decision, application),
  }));
  const [restored] = useState(() => ({ ...typed.current.fields[decision], note: typed.current.note }));
  const [values, setValues] = useState<DecisionValues>({ ...defaults, ...restored });
  const outcome = outcomeOf(statusGivenBy(decision));

  const form = useContractForm({
    schema: request,
    initialValues: defaults,
    restored,
    extraErrors: (dates) =>
      areDatesValid(dates) && isCollectTooEarly(effectOf(decision, application, dates, today))
        ? { collectDate: 'invalid_collect_date' }
        : {},
    send: async ({ note, reason, ...dates }) => {
      setFormerBasis(null);
      onBusy(true);
      const [loaded] = await unanswered.load([application._id]).finally(() => onBusy(false));
      unanswered.record(null);
      const now = loaded ?? queryClient.getQueryData(queryKey) ?? application;
      const warnings = warningsOf(now, effectOf(decision, now, dates, today), today);
      // A newer version that was loaded behind the dialogue has to be shown before it is decided on; it may also be
      // this decision itself, whose answer did not arrive.
      const isUnseen = loaded !== undefined && loaded.version !== basedOnVersion.current;
      if (isUnseen || !isSameBasis(now, shownBasis)) return refused(409, conflictWith(now));
      if (!areShown(warnings, shownWarnings)) {
        setShownWarnings(warnings);
        return null;
      }
      const json = { ...(outcome !== 'negative' && dates), note, reason, version: now.version };
      onBusy(true);
      basedOnVersion.current = now.version;
      const result = await call(callFor(decision), { params: { id: application._id }, json }).finally(() =>
        onBusy(false),
      );
      return result.ok && result.status !== 200 ? refused(result.status, noMessage) : result;
    },
    onSaved: onDecided,
    failureText: (failure) => {
      if (failure.result?.error.code === 'version_conflict') {
        const now = failure.result.error.current as Application;
        queryClient.setQueryData(queryKey, (known) => known && { ...known, ...now });
        setFormerBasis(shownBasis);
        setShownBasis(basisOf(now));
      }
      if (!failure.result) unanswered.record(failure.error);
      void invalidateApplications(queryClient);
      return decisionFailure(failure, decision, { status, language });
    },
    onValuesChange: (changed) => {
      const fields = Object.fromEntries(
        Object.entries(changed).filter(([name, text]) => text !== defaults[name as keyof DecisionValues]),
      );
      typed.current = { note: changed.note, fields: { ...typed.current.fields, [decision]: fields } };
      setValues({ ...changed });
    },
  });

  const warnings = warningsOf(application, effectOf(decision, application, values, today), today).filter((warning) =>
    areShown([warning], shownWarnings),
  );
  return (
    <FormFrame form={form}>
      {formerBasis && <ConflictNotice before={formerBasis} now={application} />}
      {unanswered.mayBeDone && <p className={notice.pending}>{t('decision.maybeDone')}</p>}
      <CurrentState application={application} />
      <DecisionFields application={application} decision={decision} form={form} values={values} today={today} />
      {warnings.length > 0 && <Warnings warnings={warnings} shown={shownWarnings} />}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={form.isBusy}>
          {frame('cancel')}
        </Button>
        <Button
          type="submit"
          color={outcome === 'negative' ? 'brick' : 'spruce'}
          loading={form.isBusy}
          // The second click of a double click would confirm a warning that nobody has read yet.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {warnings.length > 0
            ? t('decision.allTheSame')
            : isCorrection(decision, application)
              ? t(correctionTexts[outcome].button)
              : status(`${statusGivenBy(decision)}.decide`)}
        </Button>
      </DialogButtons>
    </FormFrame>
  );
}

/** The initial values of the fields: an approval is dated today, unless an earlier one is corrected. */
function datesFor(decision: DecisionKind, application: Application, today: string) {
  const { approve, pending } = application;
  const dates: Record<Outcome, { date: string; collectDate: string }> = {
    open: { date: pending ?? '', collectDate: '' },
    negative: { date: '', collectDate: '' },
    positive: isCorrection(decision, application)
      ? { date: approve ?? today, collectDate: pending ?? '' }
      : { date: today, collectDate: '' },
  };
  return dates[outcomeOf(statusGivenBy(decision))];
}

/** A corrected decision keeps its reason for the applicant. */
function reasonFor(decision: DecisionKind, application: ApplicationWithHistory): string {
  const last = application.history.findLast(isValid);
  return isCorrection(decision, application) ? (last?.reason ?? '') : '';
}

const noMessage: ErrorBody = { message: '', code: 'internal_error', requestId: '' };

const conflictWith = (current: Application): ErrorBody => ({
  message: errorText('version_conflict'),
  code: 'version_conflict',
  requestId: '',
  current,
});

function refused(status: number, error: ErrorBody): CallResult<Application> {
  return { ok: false, status, error, response: new Response(null, { status }) };
}
