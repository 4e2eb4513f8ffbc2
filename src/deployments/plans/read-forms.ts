import type { Encryption } from '#kernel'
import type { StoredResourceType } from '#storage/projects'
import type { FormTools } from '../import-forms/import-form.ts'
import { liveKeyOf } from '../known-state.ts'
import { isResourceType, resourceTypes } from '../resource-types/index.ts'
import { sealedForm } from './sealed-form.ts'
import type { SealedForm } from './sealed-form.ts'

interface Identified {
  readonly type: string
  readonly physicalId: string
}

/** The forms of resources by type and id, without those that do not exist. */
export type LiveForms = ReadonlyMap<string, SealedForm>

/** Reads resources as they are. The number of statements depends on how many types they have, not on how many they are. */
export async function readForms(tools: FormTools, resources: readonly Identified[]): Promise<LiveForms> {
  const forms = new Map<string, SealedForm>()
  for (const [type, found] of Map.groupBy(resources, (resource) => resource.type))
    if (isResourceType(type))
      await addForms(forms, tools, { type, physicalIds: found.map(({ physicalId }) => physicalId) })
  return forms
}

async function addForms(
  forms: Map<string, SealedForm>,
  tools: FormTools,
  { type, physicalIds }: { readonly type: StoredResourceType; readonly physicalIds: readonly string[] },
): Promise<void> {
  const { encryption } = tools.store
  const wanted = new Set(physicalIds)
  for (const { physicalId, payload } of await resourceTypes[type].listFields(tools, physicalIds))
    if (wanted.has(physicalId)) forms.set(liveKeyOf({ type, physicalId }), sealedForm(payload, encryption))
}

export const encryptedForm = (encryption: Encryption, form: SealedForm): string =>
  encryption.encrypt(JSON.stringify(form))

/** The cast is safe because it was made by `encryptedForm`. */
export const decryptedForm = (encryption: Encryption, text: string): SealedForm =>
  JSON.parse(encryption.decrypt(text)) as SealedForm
