// Written by "npm run schema" from the tables that the migrations make; a test fails while it differs from them.
// One interface for each table: its columns as rows have them.

export interface AccountDaysTable {
  readonly accountId: string
  readonly bucket: Date
  readonly checks: Buffer
  readonly summaries: Buffer
  readonly histograms: Buffer
}

export interface AccountFallbacksTable {
  readonly accountId: string
  readonly lastAt: Date
}

export interface AccountQuartersTable {
  readonly accountId: string
  readonly bucket: Date
  readonly size: number
  readonly checks: Buffer
  readonly counts: Buffer
  readonly moments: Buffer
  readonly measured: Buffer
}

export interface AccountUseDaysTable {
  readonly accountId: string
  readonly day: string
  readonly runs: number
  readonly storedBytes: number
  readonly used: unknown
  readonly recordedAt: Date
}

export interface AccountsTable {
  readonly id: string
  readonly name: string
  readonly runtimeId: string
  readonly alertSettings: unknown
  readonly settings: unknown
  readonly variablesVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly snippetsVersion: number
  readonly checkDefaults: unknown
  readonly areAgentsOff: boolean
  readonly probeTargets: string[]
}

export interface AddressChangesTable {
  readonly userId: string
  readonly email: string
  readonly accountId: string | null
  readonly requesterId: string | null
  readonly requesterKeyId: string | null
  readonly tokenHash: Buffer
  readonly encryptedToken: string | null
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
  readonly mailStatus: string
  readonly mailResponse: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly provesAddress: boolean
}

export interface AgentConnectionsTable {
  readonly accountId: string
  readonly id: string
  readonly userId: string
  readonly clientId: string
  readonly clientName: string
  readonly clientHost: string | null
  readonly mode: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export interface AgentCrashesTable {
  readonly queue: string
  readonly fingerprint: Buffer
  readonly accountId: string | null
  readonly locationId: string | null
  readonly message: string
  readonly stack: string
  readonly version: string
  readonly platform: string
  readonly runtimeVersion: string
  readonly reports: number
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface AgentLocationsTable {
  readonly region: string
  readonly name: string
  readonly since: Date
  readonly unservedSince: Date | null
  readonly agentsExcusedUntil: Date | null
}

export interface AgentPlansTable {
  readonly accountId: string
  readonly id: string
  readonly operation: string
  readonly input: string
  readonly reason: string
  readonly target: string | null
  readonly changes: unknown
  readonly version: string | null
  readonly state: string
  readonly problem: string | null
  readonly undo: string | null
  readonly proposedBy: string | null
  readonly program: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly reaches: unknown
}

export interface AgentTokensTable {
  readonly hash: Buffer
  readonly accountId: string
  readonly connectionId: string
  readonly kind: string
  readonly expiresAt: Date
  readonly usedAt: Date | null
  readonly redirectUri: string | null
  readonly codeChallenge: string | null
}

export interface AgentUploadsTable {
  readonly id: string
  readonly queue: string
  readonly agentId: string
  readonly accountId: string
  readonly taskId: string
  readonly runLease: string
  readonly name: string
  readonly kind: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly receivedBytes: number
  readonly parts: unknown
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export interface AgenticScriptsTable {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly promptVersion: string
  readonly script: string
  readonly conditions: unknown
  readonly expectations: unknown
  readonly needsBrowser: boolean
  readonly createdAt: Date
  readonly repairFailedAt: Date | null
}

export interface AgentsTable {
  readonly queue: string
  readonly id: string
  readonly accountId: string | null
  readonly locationId: string | null
  readonly name: string
  readonly version: string
  readonly protocol: number
  readonly capabilities: unknown
  readonly places: number
  readonly running: number
  readonly startedAt: Date
  readonly seenAt: Date
  readonly endedAt: Date | null
}

export interface AlertChannelsTable {
  readonly accountId: string
  readonly id: number
  readonly type: string
  readonly config: unknown
  readonly sendRecovery: boolean
  readonly sendFailure: boolean
  readonly sendDegraded: boolean
  readonly sslExpiry: boolean
  readonly sslExpiryThreshold: number
  readonly autoSubscribe: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly pausedUntil: Date | null
  readonly burstUntil: Date | null
}

export interface AlertDecisionsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkAlertId: string | null
  readonly derivation: unknown
  readonly verdict: unknown
  readonly createdAt: Date
}

export interface AlertLinkUsesTable {
  readonly accountId: string
  readonly notificationId: string
  readonly action: string
  readonly usedAt: Date
  readonly usedBy: string
}

export interface AlertSilencesTable {
  readonly accountId: string
  readonly id: string
  readonly sourceId: string | null
  readonly matchers: unknown
  readonly startsAt: Date
  readonly endsAt: Date
  readonly createdBy: string
  readonly comment: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface AlertSourcesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly tokenHash: Buffer
  readonly tokenPrefix: string
  readonly channelIds: number[]
  readonly severityLabel: string
  readonly serviceLabel: string
  readonly opensIncidents: boolean
  readonly notifySubscribers: boolean
  readonly groupId: number | null
  readonly expireMinutes: number
  readonly lastReceivedAt: Date | null
  readonly leftOut: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface ApiKeysTable {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
  readonly accountId: string | null
  readonly userId: string | null
  readonly role: string | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly agentMode: string | null
}

export interface ArtifactContentsTable {
  readonly accountId: string
  readonly id: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly createdAt: Date
  readonly storedAt: Date | null
  readonly pinnedUntil: Date
  readonly lastResultId: string | null
  readonly discardedAt: Date | null
}

export interface ArtifactUsageTable {
  readonly accountId: string
  readonly storedBytes: number
  readonly storedFiles: number
}

export interface ArtifactsTable {
  readonly accountId: string
  readonly resultId: string
  readonly id: string
  readonly checkId: string
  readonly contentId: string
  readonly name: string
  readonly kind: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly isOfPassedRun: boolean
  readonly createdAt: Date
}

export interface AuditLogTable {
  readonly accountId: string
  readonly id: string
  readonly createdAt: Date
  readonly operation: string
  readonly action: string
  readonly resourceType: string | null
  readonly resourceId: string | null
  readonly resourceName: string | null
  readonly actorType: string
  readonly actorId: string | null
  readonly userId: string | null
  readonly actorName: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: unknown
  readonly fault: string | null
}

export interface AutomationRuleComponentsTable {
  readonly accountId: string
  readonly ruleId: string
  readonly id: string
  readonly componentId: string
  readonly targetImpact: string
}

export interface AutomationRuleFailuresTable {
  readonly accountId: string
  readonly ruleId: string
  readonly checkId: string
}

export interface AutomationRulesTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly name: string
  readonly enabled: boolean
  readonly notifySubscribers: boolean
  readonly coolDownWindowMinutes: number
  readonly firstUpdate: string
  readonly lastUpdate: string
  readonly tags: string[]
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface AutomationTasksTable {
  readonly id: number
  readonly accountId: string
  readonly checkId: string
  readonly tags: string[] | null
  readonly at: Date
}

export interface BlindMailsTable {
  readonly accountId: string
  readonly id: string
  readonly blindId: string
  readonly event: string
  readonly at: Date
  readonly address: string
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
  readonly status: string
  readonly response: string
}

export interface BlindTimesTable {
  readonly id: string
  readonly runnerId: string
  readonly queues: string[]
  readonly accountId: string | null
  readonly locationId: string | null
  readonly locationName: string
  readonly since: Date
  readonly until: Date | null
  readonly heardAt: Date
  readonly silent: string
}

export interface BrowserSessionsTable {
  readonly id: string
  readonly userId: string
  readonly hash: Buffer
  readonly previousHash: Buffer | null
  readonly rotatedAt: Date
  readonly method: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

export interface BulkChangesTable {
  readonly accountId: string
  readonly id: string
  readonly before: unknown
  readonly expiresAt: Date
}

export interface CapturedChangesTable {
  readonly transaction: number
  readonly id: number
  readonly source: string
  readonly before: unknown
  readonly after: unknown
}

export interface ChannelStatesTable {
  readonly accountId: string
  readonly channelId: number
  readonly state: string
  readonly lastAt: Date
  readonly lastOutcome: string
  readonly lastError: string | null
  readonly failingSince: Date | null
  readonly consecutiveFailures: number
  readonly recentOutcomes: string[]
}

export interface ChannelSubscriptionsTable {
  readonly accountId: string
  readonly id: number
  readonly channelId: number
  readonly checkId: string | null
  readonly groupId: number | null
  readonly activated: boolean
}

export interface CheckAlertsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkName: string
  readonly checkType: string
  readonly alertType: string
  readonly runLocation: string | null
  readonly responseTimeMs: number | null
  readonly statusCode: number | null
  readonly error: string | null
  readonly checkResultId: string | null
  readonly startedAt: Date
  readonly createdAt: Date
}

export interface CheckGroupsTable {
  readonly accountId: string
  readonly id: number
  readonly generation: number
  readonly name: string
  readonly activated: boolean
  readonly muted: boolean
  readonly tags: string[]
  readonly settings: unknown
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly mutedUntil: Date | null
  readonly badgeToken: string | null
}

export interface CheckHoursTable {
  readonly accountId: string
  readonly checkId: string
  readonly bucket: Date
  readonly size: number
  readonly series: unknown
  readonly at: Buffer
  readonly retries: Buffer
  readonly metric1: Buffer | null
  readonly metric2: Buffer | null
  readonly metric3: Buffer | null
  readonly metric4: Buffer | null
  readonly metric5: Buffer | null
  readonly metric6: Buffer | null
  readonly metric7: Buffer | null
  readonly metric8: Buffer | null
  readonly metric9: Buffer | null
  readonly metric10: Buffer | null
}

export interface CheckMeasurementsTable {
  readonly accountId: string
  readonly checkId: string
  readonly bucket: Date
  readonly location: string
  readonly statusCode: number
  readonly outcome: string
  readonly resultType: string
  readonly size: number
  readonly at: Date[]
  readonly retries: number[]
  readonly metric1: number[] | null
  readonly metric2: number[] | null
  readonly metric3: number[] | null
  readonly metric4: number[] | null
  readonly metric5: number[] | null
  readonly metric6: number[] | null
  readonly metric7: number[] | null
  readonly metric8: number[] | null
  readonly metric9: number[] | null
  readonly metric10: number[] | null
}

export interface CheckResultsTable {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly sessionId: string
  readonly sequenceId: string
  readonly checkName: string
  readonly checkType: string
  readonly location: string
  readonly runSource: string
  readonly resultType: string
  readonly attempt: number
  readonly outcome: string
  readonly hasErrors: boolean
  readonly overMaxResponseTime: boolean
  readonly responseTimeMs: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly scheduledFor: Date
  readonly startedAt: Date
  readonly stoppedAt: Date
  readonly createdAt: Date
  readonly detail: unknown
  readonly errorGroupIds: string[]
  readonly measured: number[] | null
  readonly isCancelled: boolean
  readonly isKept: boolean
  readonly detailBytes: Buffer | null
  readonly baseId: string | null
}

export interface CheckRollupsTable {
  readonly accountId: string
  readonly checkId: string
  readonly minutes: number
  readonly isBrokenDown: boolean
  readonly bucket: Date
  readonly series: unknown
  readonly metric1: Buffer | null
  readonly metric2: Buffer | null
  readonly metric3: Buffer | null
  readonly metric4: Buffer | null
  readonly metric5: Buffer | null
  readonly metric6: Buffer | null
  readonly metric7: Buffer | null
  readonly metric8: Buffer | null
  readonly metric9: Buffer | null
  readonly metric10: Buffer | null
}

export interface CheckSchedulesTable {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: string
  readonly checkName: string
  readonly frequency: number
  readonly frequencyOffset: number | null
  readonly locations: string[]
  readonly runParallel: boolean
  readonly nextRunAt: Date | null
  readonly droppedRuns: number
  readonly failingSeconds: number | null
}

export interface CheckSessionsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkType: string
  readonly checkName: string
  readonly runSource: string
  readonly status: string
  readonly locations: string[]
  readonly outcomes: unknown
  readonly startedAt: Date
  readonly stoppedAt: Date | null
}

export interface CheckStatesTable {
  readonly accountId: string
  readonly checkId: string
  readonly status: string | null
  readonly hasErrors: boolean
  readonly longestRunMs: number | null
  readonly shortestRunMs: number | null
  readonly lastRunLocation: string | null
  readonly sslDaysRemaining: number | null
  readonly sslNotified: unknown
  readonly alertState: unknown
  readonly reminderAt: Date | null
  readonly createdAt: Date
  readonly heldAlertsDueAt: Date | null
  readonly snoozedUntil: Date | null
  readonly mutedUntil: Date | null
  readonly lastResultId: string | null
  readonly lastSessionId: string | null
  readonly lastResponseTimeMs: number | null
  readonly updatedAt: Date | null
}

export interface ChecksTable {
  readonly accountId: string
  readonly id: string
  readonly checkType: string
  readonly name: string
  readonly activated: boolean
  readonly muted: boolean
  readonly groupId: number | null
  readonly groupOrder: number | null
  readonly tags: string[]
  readonly frequency: number | null
  readonly frequencyOffset: number | null
  readonly locations: string[]
  readonly privateLocations: string[]
  readonly runParallel: boolean
  readonly settings: unknown
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly namePlace: string
}

export interface ClientCertificatesTable {
  readonly accountId: string
  readonly id: string
  readonly host: string
  readonly certificate: string
  readonly authority: string | null
  readonly encryptedKey: string
  readonly encryptedPassphrase: string | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly path: string | null
}

export interface CodeBundlesTable {
  readonly accountId: string
  readonly id: string
  readonly contentId: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly unpackedBytes: number
  readonly fileCount: number
  readonly createdAt: Date
  readonly keptUntil: Date
}

export interface CommitStatusesTable {
  readonly accountId: string
  readonly id: string
  readonly sessionIds: string[]
  readonly repoName: string
  readonly commitId: string
  readonly context: string
  readonly targetUrl: string
  readonly reportedState: string | null
  readonly failures: number
  readonly claimableAt: Date
  readonly leaseToken: string | null
  readonly createdAt: Date
}

export interface ComponentFeedStatesTable {
  readonly accountId: string
  readonly componentId: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly state: string
}

export interface ComponentFeedsTable {
  readonly accountId: string
  readonly componentId: string
  readonly url: string
  readonly remoteId: string | null
  readonly remoteName: string | null
  readonly followedSince: Date
}

export interface CountersTable {
  readonly name: string
  readonly label: string
  readonly value: number
}

export interface DashboardIncidentUpdatesTable {
  readonly accountId: string
  readonly incidentId: string
  readonly id: string
  readonly status: string
  readonly description: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface DashboardIncidentsTable {
  readonly accountId: string
  readonly id: string
  readonly dashboardId: number
  readonly name: string
  readonly impact: string
  readonly startedAt: Date | null
  readonly stoppedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface DashboardKeysTable {
  readonly accountId: string
  readonly dashboardId: number
  readonly id: string
  readonly hash: Buffer
  readonly masked: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface DashboardsTable {
  readonly accountId: string
  readonly id: number
  readonly dashboardId: string
  readonly customUrl: string | null
  readonly customDomain: string | null
  readonly isPrivate: boolean
  readonly settings: unknown
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface DeletedAccountsTable {
  readonly accountId: string
  readonly deletedAt: Date
  readonly sweepAt: Date
}

export interface DeploymentDeliveriesTable {
  readonly provider: string
  readonly deliveryId: string
  readonly receivedAt: Date
}

export interface DeploymentTriggersTable {
  readonly accountId: string
  readonly id: number
  readonly checkId: string | null
  readonly groupId: number | null
  readonly provider: string
  readonly repoId: string
  readonly repoName: string
  readonly repoLink: string | null
  readonly useEnvironmentUrl: boolean
  readonly includeScreenshots: boolean
  readonly environmentRegexFilter: string | null
  readonly environmentUrlRegexFilter: string | null
  readonly runLocation: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface DeploymentsTable {
  readonly accountId: string
  readonly id: string
  readonly logicalId: string
  readonly status: string
  readonly progress: number
  readonly encryptedRequest: string | null
  readonly options: unknown
  readonly requestedBy: unknown
  readonly error: unknown
  readonly result: unknown
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
}

export interface DomainVerificationsTable {
  readonly accountId: string
  readonly statusPageId: string
  readonly domain: string
  readonly status: string
  readonly since: Date
  readonly missingSince: Date | null
  readonly checkedAt: Date | null
  readonly nextCheckAt: Date
  readonly found: unknown
}

export interface DrillsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly createdAt: Date
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
  readonly endedAt: Date | null
  readonly title: string | null
  readonly reason: string | null
  readonly deliveries: unknown
}

export interface DryRunProgressTable {
  readonly dryRunId: string
  readonly position: number
  readonly encryptedEvents: string
}

export interface DryRunsTable {
  readonly id: string
  readonly accountId: string
  readonly checkType: string
  readonly queue: string
  readonly encryptedCheck: string
  readonly encryptedReport: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly includesTraces: boolean
}

export interface ErrorGroupsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkType: string
  readonly errorHash: string
  readonly rawErrorMessage: string | null
  readonly cleanedErrorMessage: string
  readonly occurrences: number
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly lastResultId: string
  readonly archivedUntilNextEvent: boolean
  readonly archivedForEver: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface ErrorOccurrencesTable {
  readonly accountId: string
  readonly errorGroupId: string
  readonly hour: Date
  readonly location: string
  readonly occurrences: number
}

export interface EscalationPoliciesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly steps: unknown
  readonly repeat: unknown
  readonly quietHours: unknown
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface EventStreamsTable {
  readonly accountId: string
  readonly followedUntil: Date
}

export interface FollowedPagesTable {
  readonly accountId: string
  readonly url: string
  readonly nextCheckAt: Date
  readonly checkedAt: Date | null
  readonly readAt: Date | null
  readonly failures: number
  readonly problem: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly name: string | null
}

export interface GoldenFilesTable {
  readonly accountId: string
  readonly id: string
  readonly contentId: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly createdAt: Date
  readonly keptUntil: Date
}

export interface HeartbeatEventsTable {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly state: string
  readonly at: Date
  readonly source: string
  readonly userAgent: string
  readonly latenessMs: number
}

export interface HeartbeatSignalsTable {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly kind: string
  readonly at: Date
  readonly runId: string | null
  readonly exitStatus: number | null
  readonly durationMs: number | null
  readonly overlapping: number
  readonly error: string | null
  readonly body: string | null
  readonly bodyBytes: number
  readonly source: string
  readonly userAgent: string
  readonly metrics: unknown
}

export interface HeartbeatTimersTable {
  readonly accountId: string
  readonly checkId: string
  readonly tokenHash: Buffer
  readonly encryptedToken: string
  readonly activated: boolean
  readonly periodMs: number
  readonly graceMs: number
  readonly resetAt: Date | null
  readonly isFailing: boolean
  readonly failingAt: Date | null
  readonly runs: unknown
  readonly runLateAt: Date | null
  readonly schedule: string | null
  readonly timezone: string | null
  readonly metrics: unknown
  readonly metricLimits: unknown
}

export interface IdentitiesTable {
  readonly issuer: string
  readonly subject: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

export interface ImportPlansTable {
  readonly accountId: string
  readonly projectId: string
  readonly id: string
  readonly encryptedChanges: string | null
  readonly createdAt: Date
  readonly appliedAt: Date | null
  readonly committedAt: Date | null
}

export interface ImportStatesTable {
  readonly accountId: string
  readonly source: string
  readonly states: unknown
  readonly readAt: Date
}

export interface IncidentChecksTable {
  readonly accountId: string
  readonly incidentId: string
  readonly checkId: string
}

export interface IncidentComponentImpactsTable {
  readonly accountId: string
  readonly incidentId: string
  readonly id: string
  readonly componentId: string
  readonly status: string
  readonly startedAt: Date
  readonly endedAt: Date | null
}

export interface IncidentFailuresTable {
  readonly accountId: string
  readonly incidentId: string
  readonly checkId: string
  readonly name: string
  readonly causes: string[]
  readonly failedAt: Date
  readonly recoveredAt: Date | null
}

export interface IncidentServicesTable {
  readonly accountId: string
  readonly incidentId: string
  readonly serviceId: string
  readonly position: number
}

export interface IncidentTasksTable {
  readonly id: number
  readonly accountId: string
  readonly checkId: string
  readonly kind: string
  readonly trigger: unknown
  readonly at: Date
  readonly causes: string[]
}

export interface IncidentTemplatesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly status: string
  readonly description: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface IncidentUpdatesTable {
  readonly accountId: string
  readonly incidentId: string
  readonly id: string
  readonly status: string
  readonly description: string
  readonly publicAt: Date
  readonly notifySubscribers: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface IncidentsTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly severity: string
  readonly lastUpdateStatus: string
  readonly openedByCheckId: string | null
  readonly notifySubscribers: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly statusPageId: string | null
  readonly automationRuleId: string | null
  readonly takenOverAt: Date | null
  readonly unpublishedAt: Date | null
  readonly postMortem: string | null
  readonly postMortemPublishedAt: Date | null
}

export interface InstallationTable {
  readonly name: string
  readonly value: string
}

export interface LiveRunLogsTable {
  readonly position: number
  readonly sessionId: string
  readonly sequenceId: string
  readonly encryptedEvents: string
  readonly createdAt: Date
  readonly attempt: number
}

export interface LiveRunsTable {
  readonly accountId: string
  readonly suiteId: string
  readonly sessionId: string | null
  readonly watchedUntil: Date | null
  readonly createdAt: Date
  readonly streamsLogs: boolean
}

export interface LocationNamesTable {
  readonly region: string
  readonly name: string
}

export interface MaintenanceRemindersTable {
  readonly accountId: string
  readonly maintenanceId: string
  readonly minutesBefore: number
  readonly dueAt: Date
}

export interface MaintenanceUpdatesTable {
  readonly accountId: string
  readonly id: string
  readonly maintenanceId: string
  readonly status: string
  readonly description: string
  readonly notifySubscribers: boolean
  readonly previousStatus: string
  readonly previousStartsAt: Date
  readonly previousEndsAt: Date
  readonly newStartsAt: Date | null
  readonly newEndsAt: Date | null
  readonly createdAt: Date
}

export interface MaintenanceWindowsTable {
  readonly accountId: string
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly repeatUnit: string | null
  readonly repeatInterval: number | null
  readonly repeatEndsAt: string | null
  readonly timezone: string | null
  readonly tags: string[]
  readonly pauseAllChecks: boolean
  readonly silenceAlertsTags: string[]
  readonly silenceAllAlerts: boolean
  readonly visibility: unknown
  readonly planningDueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly notifyAfterEnd: boolean
}

export interface MaintenancesTable {
  readonly accountId: string
  readonly id: string
  readonly windowId: number
  readonly plannedStartsAt: Date
  readonly plannedEndsAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: string
  readonly effectiveFrom: Date | null
  readonly effectiveUntil: Date
  readonly nextChangeAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface MemberInvitesTable {
  readonly accountId: string
  readonly id: string
  readonly email: string
  readonly role: string
  readonly inviterEmail: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly expiresAt: Date
  readonly inviterId: string | null
  readonly tokenHash: Buffer | null
  readonly encryptedToken: string | null
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
  readonly mailStatus: string
  readonly mailResponse: string
  readonly inviterKeyId: string | null
  readonly provesAddress: boolean
}

export interface MembershipsTable {
  readonly accountId: string
  readonly userId: string
  readonly role: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface NotificationsTable {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkType: string
  readonly checkAlertId: string | null
  readonly checkResultId: string | null
  readonly channelId: number | null
  readonly channelType: string | null
  readonly status: string
  readonly silence: string | null
  readonly facts: unknown
  readonly tries: unknown
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly fallbackDueAt: Date | null
  readonly fallbackId: string | null
  readonly fallback: unknown
  readonly isGroupable: boolean
  readonly hasWaited: boolean
  readonly messageId: string | null
}

export interface ObjectivesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly checkId: string | null
  readonly groupId: number | null
  readonly tag: string | null
  readonly target: number
  readonly windowDays: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface OidcSignInsTable {
  readonly hash: Buffer
  readonly browserHash: Buffer
  readonly encryptedSecrets: string
  readonly returnPath: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface OutgoingHeartbeatsTable {
  readonly host: string
  readonly url: string
  readonly intervalSeconds: number
  readonly createdAt: Date
  readonly pingedAt: Date | null
  readonly failedAt: Date | null
  readonly problem: string | null
}

export interface PackingProgressTable {
  readonly isOnly: boolean
  readonly beforeId: string
  readonly accountId: string | null
  readonly checkId: string | null
  readonly resultId: string | null
}

export interface PageReaderMailsTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly email: string
  readonly isOnOwnDomain: boolean
  readonly tokenHash: Buffer | null
  readonly encryptedToken: string | null
  readonly expiresAt: Date
  readonly status: string
  readonly response: string
  readonly tries: number
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly createdAt: Date
  readonly language: string | null
}

export interface PasskeyChallengesTable {
  readonly hash: Buffer
  readonly userId: string | null
  readonly sessionId: string | null
  readonly expiresAt: Date
}

export interface PasskeysTable {
  readonly id: string
  readonly userId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
  readonly name: string
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export interface PasswordsTable {
  readonly userId: string
  readonly hash: string
  readonly updatedAt: Date
  readonly addressPlace: number
}

export interface PingKeysTable {
  readonly accountId: string
  readonly hash: Buffer
  readonly prefix: string
  readonly createsChecks: boolean
  readonly createdAt: Date
}

export interface PlannedSinceCrashTable {
  readonly isOnly: boolean
}

export interface PrivateLocationEventsTable {
  readonly accountId: string
  readonly id: string
  readonly locationId: string
  readonly at: Date
  readonly event: string
  readonly lastSeenAt: Date | null
}

export interface PrivateLocationKeysTable {
  readonly accountId: string
  readonly locationId: string
  readonly id: string
  readonly hash: Buffer
  readonly masked: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface PrivateLocationMailsTable {
  readonly accountId: string
  readonly id: string
  readonly eventId: string
  readonly address: string
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly tries: number
  readonly status: string
  readonly response: string
}

export interface PrivateLocationSamplesTable {
  readonly accountId: string
  readonly locationId: string
  readonly at: Date
  readonly queueSize: number
  readonly oldestSeconds: number
  readonly droppedRuns: number
}

export interface PrivateLocationsTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly slugName: string
  readonly icon: string
  readonly encryptedProxyUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly awaitedSince: Date | null
  readonly unavailableSince: Date | null
  readonly unservedSince: Date | null
  readonly agentsExcusedUntil: Date | null
}

export interface ProjectResourcesTable {
  readonly accountId: string
  readonly projectId: string
  readonly type: string
  readonly logicalId: string
  readonly physicalId: string
  readonly member: boolean
  readonly pending: boolean
  readonly sourceFile: string | null
  readonly encryptedPayload: string | null
  readonly payloadDigest: string | null
  readonly liveDigest: string | null
  readonly encryptedForm: string | null
}

export interface ProjectsTable {
  readonly accountId: string
  readonly id: string
  readonly logicalId: string
  readonly name: string
  readonly repoUrl: string | null
  readonly repoInfo: unknown
  readonly encryptedFiles: string | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly deployedAt: Date | null
}

export interface PublicLocationKeysTable {
  readonly id: string
  readonly region: string
  readonly name: string
  readonly hash: Buffer
  readonly masked: string
  readonly createdAt: Date
}

export interface RateWindowsTable {
  readonly bucket: string
  readonly windowStart: Date
  readonly used: number
}

export interface ReceivedAlertsTable {
  readonly accountId: string
  readonly id: string
  readonly sourceId: string
  readonly fingerprint: string
  readonly name: string
  readonly severity: string
  readonly labels: unknown
  readonly annotations: unknown
  readonly summary: string
  readonly link: string | null
  readonly startsAt: Date
  readonly endedAt: Date | null
  readonly expiresAt: Date | null
  readonly lastReceivedAt: Date
  readonly alertState: unknown
  readonly dueAt: Date | null
}

export interface ResultExportTotalsTable {
  readonly accountId: string
  readonly receiver: string
  readonly series: string
  readonly startedAt: Date
  readonly count: number
  readonly sum: number
  readonly buckets: number[]
  readonly updatedAt: Date
}

export interface ResultExportsTable {
  readonly receiver: string
  readonly storedAt: Date
  readonly resultId: string
  readonly leaseUntil: Date | null
  readonly retryAt: Date | null
  readonly failures: number
  readonly problem: string | null
  readonly sent: number
  readonly dropped: number
}

export interface ResultPacksTable {
  readonly accountId: string
  readonly checkId: string
  readonly firstId: string
  readonly lastId: string
  readonly size: number
  readonly locations: string[]
  readonly locationSizes: number[]
  readonly heads: Buffer
  readonly details: Buffer
}

export interface RollupProgressTable {
  readonly step: string
  readonly until: Date
}

export interface RootCauseAnalysesTable {
  readonly accountId: string
  readonly id: string
  readonly errorGroupId: string | null
  readonly testSessionErrorGroupId: string | null
  readonly checkId: string | null
  readonly checkType: string
  readonly status: string
  readonly isAutomatic: boolean
  readonly userContext: string
  readonly provider: string | null
  readonly model: string | null
  readonly durationMs: number | null
  readonly analysis: unknown
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly claims: number
  readonly createdAt: Date
  readonly completedAt: Date | null
}

export interface RunBatchMembersTable {
  readonly batchId: string
  readonly position: number
  readonly sessionId: string
  readonly isStarted: boolean
}

export interface RunBatchesTable {
  readonly accountId: string
  readonly id: string
  readonly concurrency: number
}

export interface RunOverridesTable {
  readonly sessionId: string
  readonly accountId: string
  readonly encryptedOverrides: string
  readonly createdAt: Date
}

export interface RunTasksTable {
  readonly id: string
  readonly accountId: string
  readonly checkId: string
  readonly sessionId: string
  readonly sequenceId: string
  readonly queue: string
  readonly sessionSize: number
  readonly attempt: number
  readonly runSource: string
  readonly scheduledFor: Date
  readonly sequenceStartedAt: Date
  readonly claimableAt: Date
  readonly queuedAt: Date
  readonly leaseToken: string | null
  readonly runnerId: string | null
  readonly claims: number
  readonly returns: number
  readonly needs: string[] | null
  readonly isUnlogged: boolean
}

export interface RunnerProblemsTable {
  readonly runnerId: string
  readonly problems: unknown
  readonly seenAt: Date
}

export interface SavedViewsTable {
  readonly accountId: string
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly query: string
  readonly createdAt: Date
}

export interface ScheduleTimesTable {
  readonly checkId: string
  readonly nextRunAt: Date | null
  readonly lastSlot: Date | null
  readonly locationCursor: number
  readonly skippedTicks: number
}

export interface ScheduledReportIssuesTable {
  readonly accountId: string
  readonly reportId: string
  readonly id: string
  readonly figures: unknown
  readonly createdAt: Date
}

export interface ScheduledReportMailsTable {
  readonly accountId: string
  readonly id: string
  readonly recipientId: string
  readonly issueId: string | null
  readonly status: string
  readonly response: string
  readonly tries: number
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly createdAt: Date
}

export interface ScheduledReportRecipientsTable {
  readonly accountId: string
  readonly reportId: string
  readonly id: string
  readonly userId: string | null
  readonly email: string | null
  readonly confirmedAt: Date | null
  readonly unsubscribedAt: Date | null
  readonly createdAt: Date
}

export interface ScheduledReportsTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly frequency: string
  readonly weekday: number | null
  readonly time: string
  readonly timeZone: string
  readonly range: string
  readonly groupBy: string
  readonly filterByTags: string[]
  readonly nextAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface SchemaMigrationTable {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly appliedAt: Date
}

export interface ServiceAbsencesTable {
  readonly since: Date
  readonly until: Date
}

export interface ServiceTimeTable {
  readonly isOnly: boolean
  readonly latestAt: Date
  readonly absenceEndedAt: Date | null
  readonly absenceMs: number | null
  readonly latestAtDatabase: Date | null
}

export interface SignInLinksTable {
  readonly hash: Buffer
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface SnippetsTable {
  readonly accountId: string
  readonly id: number
  readonly name: string
  readonly script: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface StatusPageCardServicesTable {
  readonly accountId: string
  readonly cardId: string
  readonly serviceId: string
  readonly position: number
}

export interface StatusPageCardsTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly position: number
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface StatusPageComponentsTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly parentId: string | null
  readonly type: string
  readonly name: string
  readonly description: string | null
  readonly displayOrder: number
  readonly hidden: boolean
  readonly configuration: unknown
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface StatusPageCopiesTable {
  readonly accountId: string
  readonly statusPageId: string
  readonly target: string
  readonly writtenAt: Date | null
  readonly failedAt: Date | null
  readonly failure: string | null
}

export interface StatusPageDisplaysTable {
  readonly accountId: string
  readonly statusPageId: string
  readonly settings: unknown
  readonly updatedAt: Date
}

export interface StatusPageKeysTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly passwordHash: string
  readonly maskedKey: string
  readonly createdAt: Date
}

export interface StatusPagePicturesTable {
  readonly accountId: string
  readonly statusPageId: string
  readonly digest: string
  readonly contentType: string
  readonly bytes: Buffer
  readonly createdAt: Date
}

export interface StatusPageReadersTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly email: string
  readonly createdAt: Date
  readonly lastSeenAt: Date | null
}

export interface StatusPageServicesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface StatusPageSubscribersTable {
  readonly accountId: string
  readonly id: string
  readonly statusPageId: string
  readonly address: string
  readonly verifiedAt: Date | null
  readonly tokenHash: Buffer | null
  readonly tokenExpiresAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly bounces: number
  readonly bouncedSince: Date | null
  readonly subscribedComponents: string[] | null
  readonly kind: string
  readonly encryptedTarget: string | null
  readonly disabledAt: Date | null
  readonly disabledReason: string | null
  readonly language: string | null
}

export interface StatusPagesTable {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly url: string
  readonly customDomain: string | null
  readonly isPrivate: boolean
  readonly settings: unknown
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly generation: number
}

export interface SubscriberMailsTable {
  readonly messageId: number
  readonly subscriberId: string
  readonly encryptedToken: string | null
  readonly status: string
  readonly tries: number
  readonly response: string | null
  readonly claimableAt: Date | null
  readonly leaseToken: string | null
  readonly finishedAt: Date | null
  readonly isMail: boolean
}

export interface SubscriberMessagesTable {
  readonly id: number
  readonly accountId: string
  readonly statusPageId: string
  readonly cause: string
  readonly content: unknown
  readonly createdAt: Date
  readonly lastSubscriberId: string | null
  readonly nextBatchAt: Date | null
  readonly componentIds: string[] | null
}

export interface TestJobsTable {
  readonly checkId: string
  readonly sessionId: string
  readonly accountId: string
  readonly checkType: string
  readonly encryptedJob: string
  readonly createdAt: Date
}

export interface TestSessionErrorGroupsTable {
  readonly accountId: string
  readonly id: string
  readonly projectId: string | null
  readonly checkId: string | null
  readonly checkType: string
  readonly environments: string[]
  readonly pwtMetadata: unknown
  readonly errorHash: string
  readonly rawErrorMessage: string | null
  readonly cleanedErrorMessage: string
  readonly occurrences: number
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly lastResultId: string | null
  readonly archivedUntilNextEvent: boolean
  readonly archivedForEver: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface TestSessionResultsTable {
  readonly accountId: string
  readonly sessionId: string
  readonly id: string
  readonly sequenceId: string
  readonly checkId: string
  readonly checkName: string
  readonly checkType: string
  readonly location: string
  readonly resultType: string
  readonly status: string
  readonly attempts: number
  readonly outcome: string | null
  readonly hasErrors: boolean
  readonly overMaxResponseTime: boolean
  readonly responseTimeMs: number | null
  readonly statusCode: number | null
  readonly error: string | null
  readonly scheduleError: string | null
  readonly startedAt: Date | null
  readonly stoppedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly detail: unknown
  readonly errorGroupIds: string[]
}

export interface TestSessionsTable {
  readonly accountId: string
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly provider: string
  readonly userId: string | null
  readonly queue: string
  readonly privateLocationId: string | null
  readonly metadata: unknown
  readonly status: string
  readonly running: number
  readonly failed: number
  readonly cancelled: number
  readonly errorGroupIds: string[]
  readonly startedAt: Date
  readonly stoppedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly isRecorded: boolean
  readonly degraded: number
}

export interface TriggersTable {
  readonly accountId: string
  readonly id: number
  readonly checkId: string | null
  readonly groupId: number | null
  readonly tokenHash: Buffer
  readonly encryptedToken: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly calledAt: Date | null
}

export interface UnservedSpansTable {
  readonly accountId: string | null
  readonly locationId: string | null
  readonly region: string | null
  readonly since: Date
  readonly until: Date
}

export interface UsersTable {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly createdAt: Date
  readonly isEmailVerified: boolean
}

export interface VariablesTable {
  readonly accountId: string
  readonly key: string
  readonly encryptedValue: string
  readonly locked: boolean
  readonly secret: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | null
}
