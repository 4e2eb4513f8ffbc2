interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  readonly textOf: (given: Readonly<Record<string, string>>) => string
}

/** Questions that people ask a model in an outage and after it. */
export const prompts: readonly Prompt[] = [
  {
    name: 'triage',
    title: 'Triage what fails now',
    description: 'What fails, since when, what the failures have in common, and who was notified.',
    arguments: [],
    textOf: () =>
      `Use get_overview to see what fails now. For each failing check look at get_check_summary and at the latest failed result (list_results with hasFailures, then get_result). Ask get_result_differences what changed since the last good run, get_result_neighbours when it broke, and list_changes what was changed shortly before. Then say in this order: what users notice, since when, what the failures have in common, the likely cause with the evidence for it, who was notified, and what to look at next. Say what you do not know.`,
  },
  {
    name: 'post_mortem',
    title: 'Draft a post-mortem',
    description: 'A draft of the post-mortem of an incident of a status page.',
    arguments: [{ name: 'incidentId', description: 'Of the incident of a status page.', required: true }],
    textOf: ({ incidentId = '' }) =>
      `Draft a post-mortem in Markdown for the incident ${JSON.stringify(incidentId)}. Use get_incident for its updates and alerts, get_check_history and list_results of its checks for what was measured, and list_changes for what was changed before. Sections: summary, impact with times in UTC, time line, cause, what went well, what did not, actions. State only what the data shows, and mark open questions.`,
  },
  {
    name: 'noisy_checks',
    title: 'Find noisy alerts',
    description: 'Which checks alert most, and which settings would make them quieter without missing an outage.',
    arguments: [],
    textOf: () =>
      `Use list_notifications of the last day and list_errors to find the checks that alert most often. For each look at get_effective_settings (retries, thresholds, locations) and get_check_history. Propose at most one change of settings for each check, say how many notifications of the period it would have avoided, and which real outage it might delay and by how long.`,
  },
]
