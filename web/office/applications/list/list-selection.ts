/**
 * The selected applications on all pages of one filter, each with the version that was shown. An application that has
 * changed or was deleted by somebody else since is dropped from the selection, and the user is told.
 */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListedApplication } from '../../../../contract/answers.ts';

type Selected = ReadonlyMap<string, ListedApplication>;

interface State {
  /** The filter to which the selection belongs. */
  of: string;
  selected: Selected;
  dropped: readonly ListedApplication[];
  gone: readonly ListedApplication[];
  /** Whether everything that the filter matches is selected. */
  isAll: boolean;
}

export interface Selection {
  selected: readonly ListedApplication[];
  /** Applications that have changed since they were selected. */
  dropped: readonly ListedApplication[];
  /** Applications that somebody else has deleted since they were selected. */
  gone: readonly ListedApplication[];
  isAll: boolean;
  has: (id: string) => boolean;
  /** With `isRange`, all rows from the one that was toggled last to this one change together. */
  toggle: (application: ListedApplication, isRange: boolean) => void;
  page: 'none' | 'some' | 'all';
  togglePage: () => void;
  chooseAll: () => void;
  /** For an application that the user deletes here. */
  remove: (id: string) => void;
  /** For applications that turn out to be deleted. */
  dropGone: (ids: readonly string[]) => void;
  clear: () => void;
}

const nothing = { selected: new Map(), dropped: [], gone: [], isAll: false };

/** What was selected in the history entry in which the list was last left, so that going back to it has it again. */
let left: { entry: string; state: State } | null = null;

/** For an application that the user deletes on its own screen. */
export function removeFromLeftSelection(id: string): void {
  if (left) left.state = without([id], left.state);
}

/** The state without these applications, of which it may have none. */
const without = (ids: readonly string[], state: State): State => ({
  ...state,
  selected: new Map([...state.selected].filter(([id]) => !ids.includes(id))),
});

export function useSelection(shown: readonly ListedApplication[], filter: string): Selection {
  const { key } = useLocation();
  const [stored, setState] = useState<State>(left?.entry === key ? left.state : { of: filter, ...nothing });
  const last = useRef<string | null>(null);
  let state = stored.of === filter ? stored : { of: filter, ...nothing };
  const changed = shown.filter(({ _id, version }) => (state.selected.get(_id)?.version ?? version) !== version);
  if (changed.length) {
    const selected = new Map(state.selected);
    for (const { _id } of changed) selected.delete(_id);
    state = { ...state, selected, dropped: changed };
  }
  if (state !== stored) setState(state);
  const latest = useRef({ entry: key, state });
  latest.current = { entry: key, state };
  useEffect(
    () => () => {
      left = latest.current;
    },
    [],
  );

  const select = (applications: readonly ListedApplication[], isOn: boolean, before: Selected = state.selected) => {
    const selected = new Map(before);
    for (const application of applications) {
      if (isOn) selected.set(application._id, application);
      else selected.delete(application._id);
    }
    setState({ ...state, selected, isAll: false, dropped: [], gone: [] });
  };
  const has = (id: string) => state.isAll || state.selected.has(id);
  const onPage = shown.filter(({ _id }) => has(_id)).length;
  return {
    selected: [...state.selected.values()],
    dropped: state.dropped,
    gone: state.gone,
    isAll: state.isAll,
    has,
    toggle: (application, isRange) => {
      const to = shown.findIndex(({ _id }) => _id === application._id);
      const from = isRange ? shown.findIndex(({ _id }) => _id === last.current) : -1;
      last.current = application._id;
      const range = from < 0 ? [application] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      // Taking one out of everything leaves only the rest of the page selected.
      const others = shown.filter(({ _id }) => _id !== application._id);
      if (state.isAll) return select(others, true, new Map());
      select(range, !has(application._id));
    },
    page: onPage === 0 ? 'none' : onPage === shown.length ? 'all' : 'some',
    togglePage: () => select(shown, onPage < shown.length),
    chooseAll: () => setState({ ...state, isAll: true, dropped: [], gone: [] }),
    remove: (id) => setState((current) => without([id], current)),
    dropGone: (ids) =>
      setState((current) => ({
        ...without(ids, current),
        gone: [...current.selected.values()].filter(({ _id }) => ids.includes(_id)),
      })),
    clear: () => setState({ of: filter, ...nothing }),
  };
}
