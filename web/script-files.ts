/**
 * Which modules of the office share a script file. By itself the bundler makes a file for each set of screens that need
 * the same modules, dozens for one screen; over HTTP/1.1 six of them are on their way at a time, and on a slow line each
 * costs a round trip. What every screen needs is three files instead, the first of them all that the login needs of it.
 *
 * A group takes along what its modules need, save what a group before it has. Only `frame` has style sheets: in `core`
 * they would stand in every public page, and in a file that a later `import()` names too they would be linked twice,
 * the second time behind the sheets that overrule them. What public pages need as well is therefore in `core`: in `frame`
 * it would bring them that group's sheets.
 */

const groups: Record<string, RegExp[]> = {
  core: [
    /node_modules\/(?:react|react-dom|scheduler|react-router|i18next)\//,
    /@mantine\/core\/esm\/core\/MantineProvider\/ColorSchemeScript\//,
    /\/contract\/(?:application-form|dates|files|language|late|limits|record-of|status|text)\.ts$/,
    /\/web\/texts\/(?:texts|ui|office\/login)\.tsx?$/,
    /\/web\/ui\/(?:logo|page-title)\.tsx$/,
    /\/web\/office\/session\/(?:sign-in|signed-in-user|next-path)\.ts$/,
    /\/web\/office\/frame\/hydrated\.ts$/,
  ],
  components: [
    /node_modules\/(?:@tanstack|react-icons|@mantine\/notifications\/esm)\//,
    /@mantine\/core\/esm\/components\/(?:ActionIcon|Alert|Button|Drawer|Group|Modal|PasswordInput|Text)\//,
  ],
  'language-switch': [/\/web\/office\/frame\/language-switch\.tsx$/],
  frame: [
    /\/web\/office\/frame\/(?!dark\.css)/,
    /\/web\/office\/first-call\.tsx$/,
    /\/web\/office\/calls\//,
    // A form in the frame would give all that forms need, style sheets included, to every page that has one.
    /\/web\/office\/session\/(?!login\.|guard\.|new-password)/,
  ],
  inputs: [
    /@mantine\/core\/esm\/components\/(?:Checkbox|InlineInput|NativeSelect|Pagination|SegmentedControl|TextInput)\//,
  ],
};

export const scriptFiles = Object.entries(groups).map(([name, tests], at, { length }) => ({
  name,
  test: (id: string) => tests.some((test) => test.test(id)),
  priority: length - at,
}));

/**
 * The first line of such a file. Of other files the browser skims each function at first and reads it again when it is
 * called, on the page's own thread; of these nearly all are, so they are read once, beside it.
 */
export function firstLineOf({ name }: { name: string }): string {
  return Object.hasOwn(groups, name) ? '//# allFunctionsCalledOnLoad' : '';
}
