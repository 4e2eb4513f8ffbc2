// Importers: files of other tools as resources of this product, and what became of each field of theirs. Pure: takes files
// and choices, and writes nothing.
export { Draft, maxImported } from './draft.ts'
export { SourceProblem } from './imported.ts'
export type * from './imported.ts'
export { withoutInvalid } from './without-invalid.ts'
export { sources } from './sources/index.ts'
