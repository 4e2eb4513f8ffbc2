import type { AgentMode, OperationId } from '#contract'

/** A tool: an operation under a name and a description that a model chooses by. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: OperationId
  /** Query parameters that the tool sets, so that a model cannot. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>
  /** The mode of agents that may call it, as it changes something; others only read. */
  readonly needs?: Exclude<AgentMode, 'READ'>
}

/** In the order in which clients list them: what happens, then why, then what is set up. */
export const tools: readonly Tool[] = [
  {
    name: 'get_overview',
    title: 'What is wrong now',
    description: 'Which checks fail or are degraded now, since when, why, and who was notified. Begin here.',
    operation: 'getOverview',
  },
  {
    name: 'list_checks',
    title: 'Checks and their states',
    description:
      'Checks with state, group, tags, schedule and last run; filtered by text, state, type, tag, group or location.',
    operation: 'listCheckRows',
  },
  {
    name: 'get_check',
    title: 'Settings of a check',
    description: 'Everything that is set on a check. Settings that it inherits are in get_effective_settings.',
    operation: 'getCheck',
  },
  {
    name: 'get_effective_settings',
    title: 'Effective settings of a check',
    description: 'The settings by which a check runs, and whether the check, its group or the account decides each.',
    operation: 'getEffectiveSettings',
  },
  {
    name: 'get_check_summary',
    title: 'State of a check',
    description: 'When a check runs next, and how many alerts and errors it has.',
    operation: 'getCheckSummary',
  },
  {
    name: 'get_check_history',
    title: 'Results over time',
    description: 'Response times, failures and events of a check by interval, between two times.',
    operation: 'getCheckSeries',
  },
  {
    name: 'list_results',
    title: 'Results of a check',
    description: 'Runs of a check, newest first; with hasFailures only those that failed.',
    operation: 'listCheckResultsV2',
  },
  {
    name: 'get_result',
    title: 'One result',
    description:
      'One run in detail: request, response, assertions, timings, error, log. Choose fields to keep it short.',
    operation: 'getCheckResult',
  },
  {
    name: 'get_result_neighbours',
    title: 'Last good and first bad run',
    description: 'The results before and after one, the last that passed and the first that failed after it.',
    operation: 'getResultNeighbours',
  },
  {
    name: 'explain_check',
    title: 'Why a check is as it is',
    description:
      'How the state of a check came about, who was notified or why nobody, and what follows; also at a time.',
    operation: 'explainCheck',
  },
  {
    name: 'get_result_differences',
    title: 'What changed since the last good run',
    description: 'In what a result differs from the last one that passed, in sentences, what explains most first.',
    operation: 'getResultDifferences',
  },
  {
    name: 'preview_alert',
    title: 'Who would be notified',
    description: 'Who would be notified if the check failed now, and why nobody would be.',
    operation: 'getAlertPreview',
  },
  {
    name: 'list_alerts',
    title: 'Alerts',
    description: 'Failures, degradations and recoveries that were alerted, within six hours between two times.',
    operation: 'listCheckAlerts',
  },
  {
    name: 'list_notifications',
    title: 'Notifications',
    description: 'Messages that were sent or held back, with why, and what their receivers answered, within a day.',
    operation: 'listAlertNotifications',
  },
  {
    name: 'list_errors',
    title: 'Distinct errors',
    description: 'Errors of checks grouped by what they say, with how often and where they occurred.',
    operation: 'listErrors',
  },
  {
    name: 'get_error',
    title: 'One error',
    description: 'An error with its occurrences, checks and locations, the last good run and its analyses.',
    operation: 'getError',
  },
  {
    name: 'get_analysis',
    title: 'Root cause analysis',
    description: 'A root cause analysis of an error.',
    operation: 'getRootCauseAnalysis',
  },
  {
    name: 'list_incidents',
    title: 'Incidents of status pages',
    description: 'Incidents of status pages, open ones first.',
    operation: 'listIncidentsOfPages',
  },
  {
    name: 'get_incident',
    title: 'One incident',
    description: 'An incident with its updates, what opened it, its alerts and its post-mortem.',
    operation: 'getIncidentOfPages',
  },
  {
    name: 'list_status_pages',
    title: 'Status pages',
    description: 'Status pages with their states and how many subscribers they have.',
    operation: 'listStatusPageSummaries',
  },
  {
    name: 'list_maintenance',
    title: 'Maintenance',
    description: 'Maintenance windows with the maintenance under way, the next and the last one of each.',
    operation: 'listMaintenanceSchedule',
  },
  {
    name: 'list_alert_channels',
    title: 'Alert channels',
    description: 'Channels that notify people, without their credentials.',
    operation: 'listAlertChannels',
  },
  {
    name: 'list_test_sessions',
    title: 'Test sessions',
    description: 'Runs of checks from pipelines and by hand, newest first.',
    operation: 'listTestSessions',
  },
  {
    name: 'get_test_session',
    title: 'One test session',
    description: 'A test session with the results that it has so far.',
    operation: 'getTestSession',
  },
  {
    name: 'list_changes',
    title: 'Who changed what',
    description: 'The audit log, latest first. Needs a key of an administrator.',
    operation: 'listAuditLog',
  },
  {
    name: 'search',
    title: 'Find by name',
    description: 'Checks, groups, channels, locations, status pages and variables by name.',
    operation: 'search',
  },
  {
    name: 'propose_change',
    title: 'Propose a change',
    description:
      'Propose a change of a check, group, silence, incident, maintenance window or dashboard. Nothing happens until it is confirmed within ten minutes, by a person in the interface or with confirm_change. Answers what it would change.',
    operation: 'proposeAgentPlan',
    needs: 'PROPOSE',
  },
  {
    name: 'list_proposed_changes',
    title: 'Proposed changes',
    description: 'Changes that were proposed, with what became of them.',
    operation: 'listAgentPlans',
  },
  {
    name: 'confirm_change',
    title: 'Confirm a proposed change',
    description:
      'Carry out a proposed change. Needs a key whose role may make the change; with other keys a person confirms it in the interface.',
    operation: 'confirmAgentPlan',
    needs: 'ACT',
  },
  {
    name: 'undo_change',
    title: 'Undo a change',
    description: 'Undo a change that was confirmed, unless somebody changed the resource since.',
    operation: 'undoAgentPlan',
    needs: 'ACT',
  },
]
