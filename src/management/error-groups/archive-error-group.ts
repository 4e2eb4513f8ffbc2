import type { ErrorGroupUpdateBody } from '#contract'
import type { Caller } from '#kernel'
import { archiveErrorGroup as archiveStored, archiveTestSessionErrorGroup as archiveStoredTestGroup } from '#storage'
import type { ArchiveChange, Store } from '#storage'
import { viewOf } from './read-error-groups.ts'
import type { ErrorGroupView, TestSessionErrorGroupView } from './read-error-groups.ts'

interface ArchiveInput {
  readonly id: string
  readonly body: ErrorGroupUpdateBody
}

/** Archives a group or brings it back; absent fields keep their value. Throws ERROR_GROUP_NOT_FOUND. */
export async function archiveErrorGroup(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: ArchiveInput,
): Promise<ErrorGroupView> {
  const group = await archiveStored(store.db, { accountId, id }, changeOf(body), new Date(nowMs))
  return viewOf(store, accountId, group)
}

/** The same for a group of test sessions. Throws ERROR_GROUP_NOT_FOUND. */
export async function archiveTestSessionErrorGroup(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: ArchiveInput,
): Promise<TestSessionErrorGroupView> {
  const group = await archiveStoredTestGroup(store.db, { accountId, id }, changeOf(body), new Date(nowMs))
  return viewOf(store, accountId, group)
}

const changeOf = (body: ErrorGroupUpdateBody): ArchiveChange => ({
  archivedForEver: body.archiveForEver,
  archivedUntilNextEvent: body.archivedUntilNextEvent,
})
