import type { Violation } from '#contract'
import { Fault } from '#kernel'

/** Throws BODY_INVALID for one field, in the form of schema validation: `problem` continues the path. */
export function rejectField(path: string, problem: string, violation: Violation): never {
  throw new Fault('BODY_INVALID', {
    values: { problems: `${path} ${problem}` },
    attributes: { [path]: problem },
    problems: [{ path, ...violation }],
  })
}
