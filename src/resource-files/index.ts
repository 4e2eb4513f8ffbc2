// Files that describe the resources of an account: read, validated with every mistake at once, and mapped to the
// deployment that makes a project what they say; their JSON Schema. Takes a directory and the environment.
export { collectFiles, ScriptProblem } from './directory/collect-files.ts'
export type { TestProject } from './directory/collect-files.ts'
export { loadDirectory } from './directory/load-directory.ts'
export type { LoadedDirectory, Rejection } from './directory/load-directory.ts'
export { editorSchema, editorSchemaPath } from './editor-schema.ts'
export { mistakeText } from './mistake.ts'
export type { Mistake } from './mistake.ts'
export { kindOfType } from './kinds.ts'
