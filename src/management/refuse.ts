import { Fault } from '#kernel'

/** Refuses a body for one of its fields, in the form in which schemas refuse: `problem` goes on after the path. */
export function refuse(path: string, problem: string): never {
  throw new Fault('BODY_INVALID', {
    values: { problems: `${path} ${problem}` },
    attributes: { [path]: problem },
  })
}
