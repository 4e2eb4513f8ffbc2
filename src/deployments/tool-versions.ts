/** Versions of the command line tool before 9 end with an error when an answer has a type that they do not know. */
const firstVersionWithAllTypes = 9
const laterTypes: readonly string[] = ['status-page-component', 'status-page-automation-rule']

/** Whether a version of the command line tool knows a type of resources; undefined: another program, which knows all. */
export const knowsType = (version: string | undefined, type: string): boolean =>
  knowsAllTypes(version) || !laterTypes.includes(type)

/** Whether it knows all types, and both versions of status pages. */
export const knowsAllTypes = (version: string | undefined): boolean =>
  version === undefined || !(Number.parseInt(version, 10) < firstVersionWithAllTypes)
