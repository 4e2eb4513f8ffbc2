/** Several values in one parameter of the address; a comma within a value stands behind a backslash. */
export const listOf = (text: string | undefined): readonly string[] =>
  (text?.match(/(?:\\.|[^,\\])+/g) ?? []).map((value) => value.replaceAll(/\\(.)/g, '$1'))
export const textOfList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')
