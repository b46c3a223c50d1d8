/** Finds environment variables that were probably meant to be a setting: an unknown name is otherwise ignored. */

const shortNameLength = 8;

/** A sentence for each variable whose name is one or two letters away from that of a setting that is not set. */
export function misspelledNames(environment: Record<string, unknown>, settings: ReadonlySet<string>): string[] {
  const unset = [...settings].filter((name) => !environment[name]);
  const unknown = Object.keys(environment).filter((name) => !settings.has(name));
  return unknown.flatMap((name) => {
    const meant = unset.find((one) => isMisspelled(name.toUpperCase(), one));
    return meant ? [`${name} is not a setting. ${meant} is one, and is not set.`] : [];
  });
}

function isMisspelled(name: string, setting: string): boolean {
  // HOME is two letters away from HOST.
  const distanceMax = setting.length < shortNameLength ? 1 : 2;
  return Math.abs(name.length - setting.length) <= distanceMax && distance(name, setting) <= distanceMax;
}

/** How many letters must be inserted, removed or changed. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const letter of from) {
    const row = [(above[0] as number) + 1];
    for (const [at, other] of [...to].entries()) {
      const changed = (above[at] as number) + (letter === other ? 0 : 1);
      row.push(Math.min(changed, (above[at + 1] as number) + 1, (row[at] as number) + 1));
    }
    above = row;
  }
  return above[to.length] as number;
}
