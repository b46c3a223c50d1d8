/**
 * Groups the modules of the office into few chunks. By default the bundler makes a chunk for each set of screens that
 * share modules, which is dozens for one screen; over HTTP/1.1 a browser loads six at a time, and on a slow connection
 * each costs a round trip. Here what screens share is in the chunks below; of these the login needs `core` and
 * `language-switch`.
 *
 * A group includes the modules that its own modules import, except those that an earlier group has. Only `frame` and
 * `language-switch` have style sheets: sheets in `core` would be in every public page, and sheets in a chunk that a
 * later `import()` names would be linked twice, the second time after the sheets that override them. Modules that
 * public pages need too are therefore in `core` or `application`, since `frame` would bring its sheets along.
 */

const groups: Record<string, RegExp[]> = {
  core: [
    /node_modules\/(?:react|react-dom|scheduler|react-router|i18next)\//,
    /@mantine\/core\/esm\/core\/MantineProvider\/ColorSchemeScript\//,
    /\/contract\/(?:language|limits|record-of)\.ts$/,
    /\/web\/texts\/(?:numbers|texts|ui|office\/login)\.tsx?$/,
    /\/web\/ui\/(?:logo|page-title|settings)\.tsx?$/,
    /\/web\/office\/session\/(?:sign-in|signed-in-user|sign-in-paths)\.ts$/,
    /\/web\/office\/(?:form\/first-field|frame\/hydrated)\.ts$/,
  ],
  // What a record is shown with, on public pages as well; the login needs none of it.
  application: [
    /\/contract\/(?:application-form|assigning|dates|files|id|late|memoize|status|text)\.ts$/,
    /\/web\/texts\/(?:application|dates|status)\.tsx?$/,
    /\/web\/ui\/birth-date\.ts$/,
  ],
  components: [
    /node_modules\/@tanstack\//,
    /@mantine\/core\/esm\/components\/(?:ActionIcon|Alert|Button|Drawer|Group|Modal|Notification|PasswordInput|Skeleton|Text)\//,
  ],
  'language-switch': [/\/web\/office\/frame\/language-switch\.tsx$/],
  frame: [
    /\/web\/office\/frame\/(?![\w-]+\.css)/,
    /\/web\/office\/screen-preload\.tsx$/,
    /\/web\/texts\/office\/filters\.ts$/,
    // The dialogues of the keys are loaded with their first use.
    /\/web\/office\/shortcuts\/(?:shortcuts|key-press|shortcut-hint|office-shortcuts|single-keys|use-shortcuts)\./,
    /\/web\/office\/calls\//,
    // A form in `frame` would load everything that forms need, style sheets included, on every page that has a form.
    /\/web\/office\/session\/(?!login|guard\.|new-password|session-row)/,
  ],
  inputs: [/@mantine\/core\/esm\/components\/(?:NativeSelect|Pagination|SegmentedControl|TextInput)\//],
};

export const codeSplittingGroups = Object.entries(groups).map(([name, tests], at, { length }) => ({
  name,
  test: (id: string) => tests.some((test) => test.test(id)),
  priority: length - at,
}));

/**
 * The first line of a chunk. Without this comment the browser pre-parses each function and compiles it on the main
 * thread when it is called. Nearly all functions of these chunks are called on load, so Chromium compiles them once,
 * off the main thread.
 */
export function firstLineOf({ name }: { name: string }): string {
  return Object.hasOwn(groups, name) ? '//# allFunctionsCalledOnLoad' : '';
}
