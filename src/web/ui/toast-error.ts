import { messageOf } from './states.tsx'
import { toast } from './toasts.tsx'

/** Shows the error of a change that has no form beside which it could stand. */
export const toastError = (error: unknown): void => toast({ text: messageOf(error) })
