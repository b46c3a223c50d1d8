/**
 * The version that the form was filled from, and what to do once the server has a newer one:
 * what only they changed is taken over, what both or only the clerk changed stays the clerk's,
 * and either can be chosen otherwise.
 */
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { formFieldNames } from '../../../../contract/application-form.ts';
import { type ApplicationValues, valuesOf } from './application-values.ts';
import type { Conflict, Difference } from './conflict-choice.tsx';

interface ConflictState {
  stored: Application | null;
  shown: Conflict | null;
  /** Puts the merged values into the form; `current` is what the next save will be compared with. */
  meet: (current: Application, form: UseFormReturnType<ApplicationValues>) => void;
}

export function useConflict(record: Application | null): ConflictState {
  const [stored, setStored] = useState(record);
  const [shown, setShown] = useState<Conflict | null>(null);
  const meet: ConflictState['meet'] = (current, form) => {
    const mine = form.getValues();
    const differences = differencesOf(valuesOf(stored), mine, valuesOf(current));
    if (mine.image && current.image !== stored?.image) {
      differences.push({ field: 'image', theirs: current.image, mine: mine.image, side: 'mine' });
    }
    const taken = differences.flatMap(({ field, theirs, side }) => (side === 'theirs' ? [[field, theirs]] : []));
    form.setValues(Object.fromEntries(taken));
    form.resetDirty({ ...valuesOf(current) });
    // Each by its name: once Mantine has compared a single field, it takes those without a mark for unchanged.
    const kept = differences.flatMap(({ field, side }) => (side === 'mine' ? [[field, true]] : []));
    form.setDirty({ ...Object.fromEntries(kept), image: mine.image !== null });
    setShown({ differences, status: current.isStatus === stored?.isStatus ? null : current.isStatus });
    setStored(current);
  };
  return { stored, shown, meet };
}

function differencesOf(base: ApplicationValues, mine: ApplicationValues, theirs: ApplicationValues): Difference[] {
  return formFieldNames
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      theirs: theirs[field],
      mine: mine[field],
      side: mine[field] === base[field] ? 'theirs' : 'mine',
    }));
}
