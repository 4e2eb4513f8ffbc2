import type { Observation, RunTask } from '#contract'

/** Whether a run compares an answer with a schema, which may take long. */
export const comparesWithSchema = (
  { request }: Pick<RunTask, 'request'>,
  { answer }: Pick<Observation, 'answer'>,
): boolean => answer !== null && 'responseSchema' in request && Boolean(request.responseSchema)

/** The same run without the comparison. */
export const withoutResponseSchema = (task: RunTask): RunTask =>
  'responseSchema' in task.request ? { ...task, request: { ...task.request, responseSchema: null } } : task
