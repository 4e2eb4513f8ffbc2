import type { ErrorGroupUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  archiveErrorGroup as archiveStored,
  archiveTestSessionErrorGroup as archiveStoredTestGroup,
} from '#storage/error-groups'
import type { Store } from '#storage/database'
import type { ArchiveChange, ErrorGroupRow, TestSessionErrorGroupRow } from '#storage/error-groups'

interface ArchiveInput {
  readonly id: string
  readonly body: ErrorGroupUpdateBody
}

/** Archives a group or restores it; absent fields keep their value. Throws ERROR_GROUP_NOT_FOUND. */
export async function archiveErrorGroup(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: ArchiveInput,
): Promise<ErrorGroupRow> {
  return existing(await archiveStored(store.db, { accountId, id }, changeOf(body), new Date(nowMs)))
}

/** The same for a group of test sessions. Throws ERROR_GROUP_NOT_FOUND. */
export async function archiveTestSessionErrorGroup(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: ArchiveInput,
): Promise<TestSessionErrorGroupRow> {
  return existing(await archiveStoredTestGroup(store.db, { accountId, id }, changeOf(body), new Date(nowMs)))
}

const changeOf = (body: ErrorGroupUpdateBody): ArchiveChange => ({
  archivedForEver: body.archiveForEver,
  archivedUntilNextEvent: body.archivedUntilNextEvent,
})

function existing<Group>(group: Group | null): Group {
  if (group === null) throw new Fault('ERROR_GROUP_NOT_FOUND')
  return group
}
