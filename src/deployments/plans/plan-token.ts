import type { Encryption } from '#kernel'
import type { ProjectRow } from '#storage/projects'
import { liveKeyOf } from '../known-state.ts'
import type { KnownState } from '../known-state.ts'

/** As long as those that clients have seen. */
const length = 22

/** A fingerprint of what a project owns, as it is. It changes with every change of a resource, and not with the code. */
export function planTokenOf(
  { accountId, logicalId }: Pick<ProjectRow, 'accountId' | 'logicalId'>,
  { bindings, live }: KnownState,
  encryption: Pick<Encryption, 'sign'>,
): string {
  const states = [...bindings.values()].map((binding) => {
    const { type, logicalId: name, physicalId, member, pending, payloadDigest } = binding
    return JSON.stringify([
      type,
      name,
      physicalId,
      member,
      pending,
      payloadDigest,
      live.get(liveKeyOf(binding)) ?? null,
    ])
  })
  return `v1.${encryption.sign(`plan of a project ${JSON.stringify([accountId, logicalId, ...states.toSorted()])}`).slice(0, length)}`
}
