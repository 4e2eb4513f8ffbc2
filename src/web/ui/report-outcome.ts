import { messageOf } from './states.tsx'
import { toast } from './toasts.tsx'

/** Says that work is done, or why it failed. */
export const reportOutcome = (work: Promise<unknown>, done: string): void =>
  void work.then(
    () => toast({ text: done }),
    (error: unknown) => toast({ text: messageOf(error) }),
  )
