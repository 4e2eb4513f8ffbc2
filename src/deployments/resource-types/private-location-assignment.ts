import { Strict } from '#contract'
import { invariant } from '#kernel'
import { getCheck, getGroup, updateCheck, updateGroup } from '#management'
import { findPrivateLocations } from '#storage/checks'
import Type from 'typebox'
import { listCheckAssignmentForms, listGroupAssignmentForms } from '../import-forms/forms.ts'
import type { ListForms } from '../import-forms/import-form.ts'
import type { Payload, ResourceTools, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

/** A type that private locations are assigned to: its field in payloads, and how its list of slug names is changed. */
interface Assignable {
  readonly field: 'checkId' | 'groupId'
  readonly type: string
  readonly listForms: ListForms
  readonly change: (tools: ResourceTools, id: string, change: ChangeSlugs) => Promise<void>
}

type ChangeSlugs = (slugs: readonly string[]) => readonly string[]

/** A private location is one of those of a check or group. It has no row: its id consists of theirs. */
function assignmentTo({ field, type, listForms, change }: Assignable): ResourceType {
  const assign = async (tools: ResourceTools, body: Payload): Promise<string> => {
    const [id, locationId] = [String(body[field]), String(body['privateLocationId'])]
    const slug = await slugOf(tools, locationId)
    invariant(slug !== undefined, 'an assigned location is there before its assignment')
    await change(tools, id, (slugs) => (slugs.includes(slug) ? slugs : [...slugs, slug]))
    return `${id}/${locationId}`
  }
  const remove = async (tools: ResourceTools, assignment: string): Promise<void> => {
    const [id = '', locationId = ''] = assignment.split('/')
    const slug = await slugOf(tools, locationId)
    if (slug !== undefined) await change(tools, id, (slugs) => slugs.filter((name) => name !== slug))
  }
  return {
    hasNumericIds: false,
    isLeaf: true,
    listForms,
    listFields: listForms,
    references: [
      { path: 'privateLocationId', type: 'private-location' },
      { path: field, type },
    ],
    read: (payload) => ({
      body: payload,
      schema: Strict({
        privateLocationId: Type.String(),
        [field]: field === 'checkId' ? Type.String() : Type.Integer(),
      }),
    }),
    create: (tools, { body }) => assign(tools, body),
    update: async (tools, before, { body }) => {
      const after = await assign(tools, body)
      if (after !== before) await remove(tools, before)
      return after
    },
    remove,
  }
}

async function slugOf({ store, caller }: ResourceTools, id: string): Promise<string | undefined> {
  const [location] = await findPrivateLocations(store.db, store.encryption, caller.accountId, id)
  return location?.slugName
}

async function changeCheck({ store, caller }: ResourceTools, id: string, change: ChangeSlugs): Promise<void> {
  const { check } = await getCheck(store, caller, { id, applyGroupSettings: false })
  const privateLocations = change(check.privateLocations)
  if (privateLocations === check.privateLocations) return
  const body = { privateLocations: [...privateLocations] }
  await updateCheck(store, caller, { id, checkType: check.checkType, body })
}

async function changeGroup({ store, caller }: ResourceTools, id: string, change: ChangeSlugs): Promise<void> {
  const { group } = await getGroup(store, caller, { id: Number(id) })
  const before = group.settings.privateLocations ?? []
  const after = change(before)
  if (after !== before) await updateGroup(store, caller, { id: Number(id), body: { privateLocations: [...after] } })
}

export const checkAssignment = assignmentTo({
  field: 'checkId',
  type: 'check',
  listForms: listCheckAssignmentForms,
  change: (tools, id, change) => unlessGone(changeCheck(tools, id, change), 'CHECK_NOT_FOUND'),
})

export const groupAssignment = assignmentTo({
  field: 'groupId',
  type: 'check-group',
  listForms: listGroupAssignmentForms,
  change: (tools, id, change) => unlessGone(changeGroup(tools, id, change), 'CHECK_GROUP_NOT_FOUND'),
})
