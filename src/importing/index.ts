// Importers: files of other tools as resources of this product, and what became of each field of theirs. Takes files and choices,
// and writes nothing. Files of strangers are read in a separate process.
export type * from './imported.ts'
export { SourceProblem } from './imported.ts'
export { readApi } from './api/read-api.ts'
export type { FilesOfApi, SendToSource, SourceReply } from './api/source-api.ts'
export { readFiles } from './read-files.ts'
export type { ReadOrder, ReadOutcome } from './read-files.ts'
export { countsOf, shortReport } from './short-report.ts'
export { sources } from './sources/index.ts'
export { projectOf, toImport } from './to-import.ts'
export type { ImportedBefore } from './to-import.ts'
