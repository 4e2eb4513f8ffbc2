/** The names of the fields that bodies of the hosted API have, at any depth. */
export const publicBodyNames: readonly string[] = `
  accountId activated address affectAllServices aiAutoRepairEnabled alertChannelId
  alertChannelSubscriptions alertChannels alertDaysBeforeExpiry alertSettings alertThreshold
  allowDeactivated amount apiCheckDefaults archiveForEver archivedUntilNextEvent assertions autoEnd
  autoStart autoSubscribe autoVerify baseBackoffSeconds baseRef basicAuth body bodyBackgroundColor
  bodyFontColor bodyFontColorMuted bodyType borderColor branchName browserCheckDefaults ca
  cardBackgroundColor cards cert checkId checkIds checkType checksPerPage clientCertificateMode
  commitId commitMessage commitOwner comparison concurrency config content created_at customCSS
  customDomain customUrl dark dashboardId data defaultTheme degradedPacketLossThreshold
  degradedResponseTime dependencies description doubleCheck duration email enableIncidents enabled
  endsAt environment environmentRegexFilter environmentUrlRegexFilter environmentVariables
  escalationType eventName expandChecks failedRunThreshold favicon followRedirects frequency
  frequencyOffset github goal grace graceUnit groupId groupOrder handshakeTimeoutMs headRef header
  headerBackgroundColor headerFontColor headers heartbeat hideTags host hostname icon id impact
  incidentUpdates includeScreenshots intent interval ipFamily isPrivate job key keys knownBadCA
  lastUpdateStatus light link linkFontColor localSetupScript localTearDownScript locations locked logo
  logoDark maskedKey matchTags maxDurationSeconds maxPacketLossThreshold maxResponseTime maxRetries
  metadata method minKeySizeBits minTLSVersion minutesFailingThreshold mustPreserve muted name
  nameServer navigationFontColor notifyOnEnd notifyOnStart notifySubscribers number
  ocspMustStapleRespected onlyOn paginate paginationRate parallelRunFailureThreshold passphrase
  password path pauseAllChecks percentage period periodUnit pingCount pingToken port
  primaryButtonBackgroundColor primaryButtonFontColor privateLocations property protocol provider
  proxyUrl publicIncidentUpdateDate query queryParameters rawKey recommendedKeySizeBits
  recommendedTLSVersion recordType redirectTo ref refreshCache refreshRate regex reminderMinutesBefore
  reminders repeatEndsAt repeatInterval repeatUnit repoId repoLink repoName repoUrl reporting
  repository request requiredOutcomes retryStrategy role runAttempt runBasedEscalation runId
  runLocation runParallel runtimeId sameRegion script scriptPath sctPresent secret securityBaseline
  sendDegraded sendFailure sendRecovery sequenceId serverName serverUrl serviceId serviceIds services
  setupSnippetId severity sha shouldFail showAffectedServices showCheckRunLinks showGroupNames
  showHeader showP95 showP99 silenceAlertsTags silenceAllAlerts skipChainValidation skipSSL slack
  slugName sms sortByStatus source sslCertificates sslCheckDomain sslClientCertificateId sslConfig
  sslExpiry sslExpiryThreshold startedAt startsAt status statusPageId statusPageIds
  statusPageVisibility stoppedAt subscriptions suppressAutoIncidents tags target tearDownSnippetId
  themeColors timeBasedEscalation timezone titleFontColor triggerIncident type updated_at url
  useEnvironmentUrl useGlobalAlertSettings useTagsAndOperator userContext username value version
  weakCipherSuite weakSignatureAlgorithm webhook width workflow
`
  .trim()
  .split(/\s+/)

/** The names of its query parameters. */
export const publicQueryNames: readonly string[] =
  'aggregationInterval alertChannelId apiCheckUrlFilterPattern applyGroupSettings autoAssignAlerts branches checkType deactivated endTime endsAt errorGroupId fields filterByStatus filterByTags from granularity groupBy hasFailures includeAllIncidentUpdates includeDependencies limit location maxWaitSeconds metrics name nextId noUsers page paginated probe providers quickRange responseTime resultType role search startTime startsAt status statuses style tag textSearch theme timezone to type users versions'.split(
    ' ',
  )
