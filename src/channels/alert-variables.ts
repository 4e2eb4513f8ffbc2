import type { AlertAnalysis, AlertFacts, LaterAlertFacts } from '#contract'
import type { TemplateVariables } from '#templating'
import { heldBackText, leadText } from './alert-text.ts'
import type { ActionLinks } from './channel-notification.ts'
import { laterFacts } from './later-facts.ts'

/** The template variables of an alert. Variables of an analysis are empty without one. */
export const alertVariables = (facts: AlertFacts, links: ActionLinks | null) =>
  ({
    ALERT_TITLE: facts.alertTitle,
    ALERT_TYPE: facts.alertType,
    CHECK_ID: facts.checkId,
    CHECK_NAME: facts.checkName,
    CHECK_TYPE: facts.checkType,
    CHECK_DESCRIPTION: facts.checkDescription,
    CHECK_RESULT_ID: facts.checkResultId,
    RESULT_LINK: facts.resultLink,
    CHECK_ERROR_MESSAGE: facts.checkErrorMessage,
    GROUP_NAME: facts.groupName,
    REGION: facts.region,
    RUN_LOCATION: facts.runLocation,
    RESPONSE_TIME: facts.responseTimeMs,
    STARTED_AT: facts.startedAt,
    TAGS: facts.tags,
    API_CHECK_RESPONSE_STATUS_CODE: facts.responseStatusCode,
    API_CHECK_RESPONSE_STATUS_TEXT: facts.responseStatusText,
    SSL_DAYS_REMAINING: facts.sslDaysRemaining,
    SSL_CHECK_DOMAIN: facts.sslCheckDomain,
    IS_REMINDER: facts.isReminder,
    REMINDER_SEQUENCE: facts.reminderSequence,
    ...laterVariables(facts),
    ALERT_ACKNOWLEDGE_LINK: links && links.acknowledge,
    ALERT_SNOOZE_LINK: links && links.snooze,
    ALERT_MUTE_LINK: links && links.mute,
    ...analysisVariables(facts.analysis ?? noAnalysis),
  }) as const satisfies TemplateVariables

/** Additional variables, whose prefix avoids conflicts with variables of accounts. Unknown values are empty. */
function laterVariables(facts: AlertFacts) {
  const { target, failingSince, reasons, answer, cause, differences, nextReminder, ...later } = laterFacts(facts)
  return {
    ALERT_TARGET: target,
    ALERT_REASON: leadText(facts),
    ALERT_REASONS: reasons,
    ALERT_FAILING_SINCE: failingSince,
    ALERT_OUTAGE_SECONDS: later.outageSeconds,
    ALERT_HELD_BACK: heldBackText(facts),
    ALERT_IS_DRILL: later.drillId !== null,
    ALERT_ANSWER: answer,
    ALERT_CAUSE: cause && cause.text,
    ALERT_CAUSE_CLASSIFICATION: cause && cause.classification,
    ALERT_DIFFERENCES: differences,
    ALERT_NEXT_REMINDER_AT: nextReminder && nextReminder.at,
    ...measuredVariables(later),
  }
}

const measuredVariables = ({ limits, locations, heartbeat }: Pick<Required<LaterAlertFacts>, Measured>) => ({
  ALERT_DEGRADED_LIMIT: limits && limits.degraded,
  ALERT_MAX_LIMIT: limits && limits.max,
  ALERT_LOCATIONS_FAILING: locations && locations.failing,
  ALERT_LOCATIONS_DEGRADED: locations && locations.degraded,
  ALERT_LOCATIONS_TOTAL: locations && locations.total,
  ALERT_LOCATION_NAMES: locations && locations.names,
  HEARTBEAT_PERIOD_SECONDS: heartbeat && heartbeat.periodSeconds,
  HEARTBEAT_GRACE_SECONDS: heartbeat && heartbeat.graceSeconds,
  HEARTBEAT_LAST_PING_AT: heartbeat && heartbeat.lastPingAt,
})
type Measured = 'limits' | 'locations' | 'heartbeat'

const noAnalysis: AlertAnalysis = { classification: '', rootCause: '', userImpact: '', codeFix: '', link: '' }

const analysisVariables = (analysis: AlertAnalysis) => ({
  AI_ANALYSIS_CLASSIFICATION: analysis.classification,
  AI_ANALYSIS_ROOT_CAUSE: analysis.rootCause,
  AI_ANALYSIS_USER_IMPACT: analysis.userImpact,
  AI_ANALYSIS_CODE_FIX: analysis.codeFix,
  AI_ANALYSIS_LINK: analysis.link,
})
