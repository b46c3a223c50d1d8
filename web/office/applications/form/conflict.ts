/**
 * Merges a newer version from the server into the form. A field that only others have changed gets their value, a field
 * that the clerk has changed keeps the clerk's, and the clerk can choose otherwise for each.
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
  /** Sets the merged values; the next save is based on `current`. */
  merge: (current: Application, form: UseFormReturnType<ApplicationValues>) => void;
}

export function useConflict(record: Application | null): ConflictState {
  const [stored, setStored] = useState(record);
  const [shown, setShown] = useState<Conflict | null>(null);
  const merge: ConflictState['merge'] = (current, form) => {
    const mine = form.getValues();
    const differences = differencesOf(valuesOf(stored), mine, valuesOf(current));
    if (mine.image && current.image !== stored?.image) {
      differences.push({ field: 'image', theirs: current.image, mine: mine.image, side: 'mine' });
    }
    const theirValues = differences.flatMap(({ field, theirs, side }) => (side === 'theirs' ? [[field, theirs]] : []));
    form.setValues(Object.fromEntries(theirValues));
    form.resetDirty({ ...valuesOf(current) });
    // Every field is marked by name: after Mantine has compared one field, it treats unmarked fields as unchanged.
    const dirty = differences.flatMap(({ field, side }) => (side === 'mine' ? [[field, true]] : []));
    form.setDirty({ ...Object.fromEntries(dirty), image: mine.image !== null });
    setShown({ differences, status: current.isStatus === stored?.isStatus ? null : current.isStatus });
    setStored(current);
  };
  return { stored, shown, merge };
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
