/** The status check: a form that works without script, with its errors and notices. */
import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import { defaultLanguage, type Language, languageOfPath, pathIn } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { namesNoCountry } from '../../contract/nationality.ts';
import { contractTexts } from '../../contract/texts.ts';
import { countryOptions } from '../application/country-names.ts';
import { pageContext } from '../page-context.ts';
import { type SiteTexts, useTexts } from '../texts/site.ts';
import type { BirthDateProblem } from '../ui/birth-date.ts';
import buttons from '../ui/button.module.css';
import sheet from '../ui/card.module.css';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { TextField } from '../ui/field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { BirthDateField, partName } from './birth-date-field.tsx';
import { copyPath } from './document-path.ts';
import styles from './enquiry.module.css';
import { EnquiryAside } from './enquiry-aside.tsx';
import { type EnquiryProblems, nothingTyped, problemsOf, readEnquiry, type TypedEnquiry } from './enquiry-form.ts';
import { Blocked, NoAnswer, NoMatch, OverBudget, SearchFailed, useTryCounted } from './enquiry-notice.tsx';
import { nearestCountries } from './nearest-countries.ts';
import { postedForm } from './posted-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = context.get(pageContext);
  const form = await postedForm(request);
  const reading = readEnquiry(form, new Date());
  const { typed } = reading;
  // `script/enquiry.ts` posts the typed values when the reader switches the language: they are shown, not searched.
  if (form.has('language')) return { outcome: 'otherLanguage', typed } as const;
  if (!reading.ok) return data({ outcome: 'invalid', typed, problems: reading.problems } as const, 400);
  if (form.get(asTyped) !== typed.nationality && isMisspelled(typed.nationality)) {
    return data({ outcome: 'misspelled', typed, problems: unknownCountry } as const, 400);
  }

  const result = await api.call('enquiry', { json: reading.search });
  if (result.ok) {
    if (result.data.applications.length === 0) return noMatchFor(typed);
    return redirect(copyPath(languageOfPath(new URL(request.url).pathname)), 303);
  }
  if (result.status === 400 && result.error.errorCodes) {
    return data({ outcome: 'invalid', typed, problems: problemsOf(result.error.errorCodes) } as const, 400);
  }
  const retryAfter = result.response.headers.get('retry-after');
  const init = { status: result.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} };
  if (result.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(retryAfter) / 60) || 1);
    const until = new Date(Date.now() + minutes * 60_000).toISOString();
    const outcome = result.error.code === 'enquiry_blocked' ? 'blocked' : 'overBudget';
    return data({ outcome, typed, minutes, until } as const, init);
  }
  return data({ outcome: 'failed', typed, code: result.error.code } as const, init);
}

/** The hidden field with an unknown country about which the page has asked. */
const asTyped = 'asTyped';
const unknownCountry: EnquiryProblems = { nationality: 'enquiry_unknown_country' };

/** The page asks about such a word once before it searches, since a search that finds nothing is counted. */
function isMisspelled(nationality: string): boolean {
  return namesNoCountry(nationality) && nearestCountries(nationality, defaultLanguage).length > 0;
}

/** Any other unknown country is an error only after the search: an application may be stored with such a word. */
function noMatchFor(typed: TypedEnquiry) {
  if (!namesNoCountry(typed.nationality)) return { outcome: 'noMatch', typed } as const;
  return data({ outcome: 'searchedAsTyped', typed, problems: unknownCountry } as const, 400);
}

export default function Enquiry() {
  const { t, language } = useTexts();
  const result = useActionData<typeof action>();
  const typed = result?.typed ?? nothingTyped;
  const problems: EnquiryProblems = result && 'problems' in result ? result.problems : {};
  const { birthDate } = problems;
  const path = pathIn(language, '/enquiry');
  const tryCounted = useTryCounted();

  const passportError = problems.passport && {
    text: errorText(problems.passport, language),
    fix: t('enquiry.passportFix'),
  };
  const nationalityError = problems.nationality && {
    text: errorText(problems.nationality, language),
    fix: [
      nationalityFix(problems.nationality, typed.nationality, t, language),
      ...(result?.outcome === 'misspelled' ? [t('enquiry.nationalityAsTyped')] : []),
      ...(result?.outcome === 'searchedAsTyped' ? [t('enquiry.nationalitySearched'), tryCounted] : []),
    ].join(' '),
  };
  const birthDateError = birthDate && {
    text: errorText(birthDate.code, language),
    fix: birthDateFix(birthDate, t, language),
  };
  const summary = [
    passportError && { text: passportError.text, field: 'passport' },
    nationalityError && { text: nationalityError.text, field: 'nationality' },
    birthDateError && { text: birthDateError.text, field: partName('birthDate', birthDate?.wrong[0] ?? 'day') },
  ].filter((line) => line !== undefined);
  const isError = result !== undefined && result.outcome !== 'noMatch' && result.outcome !== 'otherLanguage';

  return (
    <>
      <PageTitle text={t('enquiry.title')} isError={isError} />
      <header className={styles.head}>
        <h1>{t('enquiry.title')}</h1>
        <p>{t('enquiry.lead')}</p>
      </header>
      <div className={`stack ${styles.columns}`}>
        <div>
          {summary.length > 0 && <ErrorSummary errors={summary} />}
          {result?.outcome === 'noMatch' && <NoMatch title={contractTexts[language].noMatch} />}
          {result?.outcome === 'overBudget' && <OverBudget until={result.until} minutes={result.minutes} />}
          {result?.outcome === 'blocked' && <Blocked until={result.until} />}
          {result?.outcome === 'failed' && <SearchFailed cause={errorText(result.code, language)} />}
          <NoAnswer trouble="offline" />
          <NoAnswer trouble="unanswered" />
          <form
            className={`${sheet.card} ${styles.form}`}
            id="enquiry"
            method="post"
            action={path}
            noValidate
            autoComplete="on"
            data-enquiry={pathIn(language, '/view-one')}
            data-timeout-ms={limits.listTimeoutMs}
          >
            <TextField
              name="passport"
              label={t('enquiry.passport')}
              hint={t('enquiry.passportHint')}
              why={t('enquiry.passportWhy')}
              error={passportError}
              defaultValue={typed.passport}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <TextField
              name="nationality"
              label={t('enquiry.nationality')}
              hint={t('enquiry.nationalityHint')}
              why={t('enquiry.nationalityWhy')}
              error={nationalityError}
              defaultValue={typed.nationality}
              autoComplete="off"
              spellCheck={false}
              list="countries"
            />
            {problems.nationality === 'enquiry_unknown_country' && (
              <input type="hidden" name={asTyped} value={typed.nationality} />
            )}
            <datalist id="countries">
              {countryOptions(language).map(({ value, label }) => (
                <option key={value} value={value} label={label === value ? undefined : label} />
              ))}
            </datalist>
            <BirthDateField
              name="birthDate"
              label={t('enquiry.birthDate')}
              hint={t('enquiry.birthDateHint')}
              why={t('enquiry.birthDateWhy')}
              value={typed.birthDate}
              error={birthDateError}
              wrong={birthDate?.wrong ?? []}
            />
            <div className={`row ${styles.buttons}`}>
              <button className={buttons.primary} type="submit" data-busy={t('enquiry.busy')}>
                {t('enquiry.submit')}
              </button>
              {/* A reset would restore the values that the page was sent with; a new page is empty. */}
              <button className={buttons.secondary} type="submit" form="clear">
                {t('enquiry.clear')}
              </button>
            </div>
          </form>
          <form id="clear" method="get" action={path} />
          <p className={styles.staff}>
            {t('enquiry.staff')}{' '}
            <a href="/login" data-target="">
              {t('enquiry.loginLink')}
            </a>
          </p>
        </div>
        <EnquiryAside />
      </div>
    </>
  );
}

function nationalityFix(code: ErrorCode, typed: string, t: SiteTexts, language: Language): string {
  const names = code === 'enquiry_unknown_country' ? nearestCountries(typed, language) : [];
  if (!names.length) return t('enquiry.nationalityFix');
  return t('enquiry.nationalityMeant', { names: new Intl.ListFormat(language, { type: 'disjunction' }).format(names) });
}

const fixes = {
  unknownMonth: 'enquiry.birthDateUnknownMonth',
  yearDigits: 'enquiry.birthDateYearDigits',
  impossible: 'enquiry.birthDateImpossible',
  future: 'enquiry.birthDateFuture',
} as const satisfies Record<Exclude<BirthDateProblem, 'missing'>, string>;

function birthDateFix(error: NonNullable<EnquiryProblems['birthDate']>, t: SiteTexts, language: Language): string {
  const { problem, wrong } = error;
  // For a year in the future the hint about four digits would be wrong.
  const year = problem === 'future' ? t('enquiry.partYearWhole') : t('enquiry.partYear');
  const names = { day: t('enquiry.partDay'), month: t('enquiry.partMonth'), year };
  const parts = new Intl.ListFormat(language, { type: 'conjunction' }).format(wrong.map((part) => names[part]));
  if (problem === 'missing') {
    return wrong.length === 3 ? t('enquiry.birthDateMissingAll') : t('enquiry.birthDateMissing', { parts });
  }
  return t(fixes[problem], { parts });
}
