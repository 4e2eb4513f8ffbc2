import type { Part } from './page-draft.ts'

type Parts = readonly Part[]
/** Whether components may stand outside of groups; services are always on a card. */
type MayStandAlone = boolean

/** Each group before what is in it; siblings stay in their order. */
export function inTreeOrder(parts: Parts): Parts {
  const childrenOf = Map.groupBy(parts, ({ parentId }) => parentId)
  const below = (parentId: string | null): Parts =>
    (childrenOf.get(parentId) ?? []).flatMap((part) => [part, ...below(part.id)])
  return below(null)
}

/** How deep a part lies; 0 for those in no group. */
export function depthOf(parts: Parts, { parentId }: Part): number {
  const parent = parts.find(({ id }) => id === parentId)
  return parent === undefined ? 0 : 1 + depthOf(parts, parent)
}

/** A part with all that is in it. */
function blockOf(parts: Parts, root: Part): Parts {
  const inside = new Set([root.id])
  // Groups come before what is in them.
  return parts.filter(({ id, parentId }) => {
    const isInside = id === root.id || (parentId !== null && inside.has(parentId))
    if (isInside) inside.add(id)
    return isInside
  })
}

interface Target {
  readonly parentId: string | null
  /** It goes before this part, or behind the last part of what is in this one. */
  readonly before?: Part | undefined
  readonly after?: Part | undefined
}

function placed(parts: Parts, part: Part, { parentId, before, after }: Target): Parts {
  const block = blockOf(parts, part)
  const rest = parts.filter((one) => !block.includes(one))
  const last = after && blockOf(rest, after).at(-1)
  const at = before ? rest.indexOf(before) : last ? rest.indexOf(last) + 1 : rest.length
  const [, ...inside] = block
  return [...rest.slice(0, at), { ...part, parentId }, ...inside, ...rest.slice(at)]
}

/** Moves a part one step up or down: past its neighbour, into the group beside it, or out of its group at its end. */
export function stepped(parts: Parts, part: Part, by: -1 | 1, mayStandAlone: MayStandAlone): Parts {
  const siblingsOf = ({ parentId }: Part): Parts => parts.filter((one) => one.parentId === parentId)
  const neighbourOf = (one: Part): Part | undefined => siblingsOf(one)[siblingsOf(one).indexOf(one) + by]
  const neighbour = neighbourOf(part)
  if (neighbour !== undefined && part.type === 'SERVICE' && neighbour.type === 'GROUP')
    return into(parts, part, neighbour, by)
  if (neighbour !== undefined)
    return placed(parts, part, { parentId: part.parentId, [by < 0 ? 'before' : 'after']: neighbour })
  const group = parts.find(({ id }) => id === part.parentId)
  if (group === undefined) return parts
  if (mayStandAlone) return placed(parts, part, { parentId: group.parentId, [by < 0 ? 'before' : 'after']: group })
  const next = neighbourOf(group)
  return next === undefined ? parts : into(parts, part, next, by)
}

/** Coming from above it is the first in the group, from below the last. */
function into(parts: Parts, part: Part, group: Part, by: -1 | 1): Parts {
  const first = parts.find((one) => one.parentId === group.id && one !== part)
  return placed(parts, part, { parentId: group.id, ...(by > 0 && first ? { before: first } : { after: group }) })
}

/** Moves a part onto another: into a group, or to the place of a part, whose group it joins. */
export function movedOnto(parts: Parts, part: Part, target: Part): Parts {
  if (blockOf(parts, part).includes(target)) return parts
  if (part.type === 'SERVICE' && target.type === 'GROUP') return into(parts, part, target, 1)
  const beside = part.type === 'GROUP' ? siblingOf(parts, part, target) : target
  if (beside === undefined) return parts
  const isBelow = parts.indexOf(part) < parts.indexOf(beside)
  return placed(parts, part, { parentId: beside.parentId, [isBelow ? 'after' : 'before']: beside })
}

/** The part beside `part` that contains the target. */
function siblingOf(parts: Parts, part: Part, target: Part): Part | undefined {
  if (target.parentId === part.parentId) return target
  const group = parts.find(({ id }) => id === target.parentId)
  return group && siblingOf(parts, part, group)
}

/** Without a part. What is in a group stays, at its place, where parts may stand alone, and goes with it elsewhere. */
export function without(parts: Parts, part: Part, mayStandAlone: MayStandAlone): Parts {
  const gone = mayStandAlone ? [part] : blockOf(parts, part)
  return parts
    .filter((one) => !gone.includes(one))
    .map((one) => (one.parentId === part.id ? { ...one, parentId: part.parentId } : one))
}
