import type { AlertAnalysis, AlertFacts } from '#contract'
import type { TemplateVariables } from '#templating'

/** What a template may say about an alert (semantics 4.9). The names of an analysis are empty where there is none. */
export const alertVariables = (facts: AlertFacts) =>
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
    ...analysisVariables(facts.analysis ?? noAnalysis),
  }) as const satisfies TemplateVariables

const noAnalysis: AlertAnalysis = { classification: '', rootCause: '', userImpact: '', codeFix: '', link: '' }

const analysisVariables = (analysis: AlertAnalysis) => ({
  AI_ANALYSIS_CLASSIFICATION: analysis.classification,
  AI_ANALYSIS_ROOT_CAUSE: analysis.rootCause,
  AI_ANALYSIS_USER_IMPACT: analysis.userImpact,
  AI_ANALYSIS_CODE_FIX: analysis.codeFix,
  AI_ANALYSIS_LINK: analysis.link,
})
