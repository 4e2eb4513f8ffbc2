import type { Input } from '../api/operations.ts'

/** A check as forms edit it: the fields of all types, none of them required. */
export type CheckDraft = Input<'updateCheckGeneric'>['body']
