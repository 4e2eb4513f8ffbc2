import { writeReason } from '#contract/reasons'
import { jsonShapeOf } from './json-shape.ts'
import type { JsonShape, ShapeEntry } from './json-shape.ts'

/** A list that shrank to less than half says something, others grow and shrink every day. */
const noticeableShrinkage = 0.5
/** How much longer or shorter a body without shape has to be. */
const noticeableFactor = 4
const noticeableCharacters = 200

/** How the shape of a body differs from that of an earlier one, in sentences without any of its values. */
export function bodyDifferences(now: string, before: string): string[] {
  const [shape, earlier] = [jsonShapeOf(now), jsonShapeOf(before)]
  if (shape !== null && earlier !== null) return shapeDifferences(shape, earlier)
  if (earlier !== null && now.trim() !== '') return [writeReason('DIFFERENCE_BODY_NOT_JSON')]
  return lengthDifference(now.trim().length, before.trim().length)
}

function lengthDifference(count: number, countBefore: number): string[] {
  if (count === countBefore) return []
  if (count === 0) return [writeReason('DIFFERENCE_BODY_EMPTY', { countBefore })]
  if (countBefore === 0) return [writeReason('DIFFERENCE_BODY_FILLED', { count })]
  const factor = Math.max(count, countBefore) / Math.min(count, countBefore)
  const isNoticeable = factor >= noticeableFactor && Math.abs(count - countBefore) >= noticeableCharacters
  return isNoticeable ? [writeReason('DIFFERENCE_BODY_LENGTH', { count, countBefore })] : []
}

/** Those of the outermost paths: what is below a path that changed is not told again. */
function shapeDifferences(now: JsonShape, before: JsonShape): string[] {
  const told: string[] = []
  const isBelow = (path: string): boolean =>
    told.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`))
  const found: string[] = []
  const tell = (path: string, sentence: string | null): void => {
    if (sentence === null || isBelow(path)) return
    told.push(path)
    found.push(sentence)
  }
  for (const [jsonPath, earlier] of before) {
    const entry = now.get(jsonPath)
    tell(
      jsonPath,
      entry ? entryDifference(jsonPath, entry, earlier) : writeReason('DIFFERENCE_FIELD_GONE', { jsonPath }),
    )
  }
  for (const jsonPath of now.keys())
    if (!before.has(jsonPath) && isTopLevel(jsonPath)) tell(jsonPath, writeReason('DIFFERENCE_FIELD_NEW', { jsonPath }))
  return found
}

/** A new field deeper down is seldom why something fails. */
const isTopLevel = (path: string): boolean => /^\$\.[^.[]+$/.test(path)

function entryDifference(jsonPath: string, now: ShapeEntry, before: ShapeEntry): string | null {
  if (now.type !== before.type) {
    const types = {
      jsonType: writeReason(`JSON_TYPE_${now.type}`),
      jsonTypeBefore: writeReason(`JSON_TYPE_${before.type}`),
    }
    return writeReason('DIFFERENCE_FIELD_TYPE', { jsonPath, ...types })
  }
  const [count, countBefore] = [now.length ?? 0, before.length ?? 0]
  if (now.type === 'LIST') return listDifference(jsonPath, count, countBefore)
  const isEmptied = now.type === 'TEXT' && count === 0 && countBefore > 0
  return isEmptied ? writeReason('DIFFERENCE_TEXT_EMPTY', { jsonPath }) : null
}

function listDifference(jsonPath: string, count: number, countBefore: number): string | null {
  if (count === 0 && countBefore > 0) return writeReason('DIFFERENCE_LIST_EMPTY', { jsonPath, countBefore })
  if (count >= countBefore * noticeableShrinkage) return null
  return writeReason('DIFFERENCE_LIST_LENGTH', { jsonPath, count, countBefore })
}
