// Generated from the schemas of src/contract by "npm run generate".
import type { CheckForm, CheckType, FormField } from '#contract'

const fields: readonly FormField[] = [
  {"path":"activated","control":"switch","label":"activated","section":"general","default":true},
  {"path":"muted","control":"switch","label":"muted","section":"general"},
  {"path":"tags","control":"list","label":"tags","section":"general"},
  {"path":"groupId","control":"group","label":"groupId","section":"general","isNullable":true},
  {"path":"frequency","control":"frequency","label":"frequency","section":"schedule","options":["0","1","2","5","10","15","30","60","120","180","360","720","1440"],"isNumber":true,"default":10},
  {"path":"frequencyOffset","control":"select","label":"frequencyOffset","when":{"path":"frequency","values":["0"]},"section":"schedule","options":["10","20","30"],"isNumber":true,"isNullable":true},
  {"path":"frequencyWhileFailing","control":"select","label":"frequencyWhileFailing","section":"schedule","options":["10","20","30","60","120","300","600"],"isNumber":true,"isNullable":true},
  {"path":"locations","control":"locations","label":"locations","section":"schedule","isNullable":true},
  {"path":"privateLocations","control":"privateLocations","label":"privateLocations","section":"schedule","isNullable":true},
  {"path":"runParallel","control":"check","label":"runParallel","section":"schedule"},
  {"path":"rollingResponseTime","control":"check","label":"rollingResponseTime","section":"limits","on":{"statistic":"MEAN","runs":5,"degradedResponseTime":1000},"isNullable":true},
  {"path":"rollingResponseTime.statistic","control":"select","label":"statistic","section":"limits","when":{"path":"rollingResponseTime","values":["true"]},"isRequired":true,"options":["MEAN","MEDIAN","P90","P95","P99"]},
  {"path":"rollingResponseTime.runs","control":"number","label":"rollingRuns","section":"limits","when":{"path":"rollingResponseTime","values":["true"]},"isRequired":true},
  {"path":"rollingResponseTime.degradedResponseTime","control":"number","label":"rollingLimit","section":"limits","when":{"path":"rollingResponseTime","values":["true"]},"isRequired":true},
  {"path":"retryStrategy.type","control":"retries","label":"type","section":"limits","default":"FIXED"},
  {"path":"retryStrategy.baseBackoffSeconds","control":"number","label":"baseBackoffSeconds","section":"limits","when":{"path":"retryStrategy.type","values":["FIXED","LINEAR","EXPONENTIAL","SINGLE_RETRY"]},"default":60},
  {"path":"retryStrategy.maxRetries","control":"number","label":"maxRetries","section":"limits","when":{"path":"retryStrategy.type","values":["FIXED","LINEAR","EXPONENTIAL"]},"default":2},
  {"path":"retryStrategy.maxDurationSeconds","control":"number","label":"maxDurationSeconds","section":"limits","when":{"path":"retryStrategy.type","values":["FIXED","LINEAR","EXPONENTIAL"]},"default":600},
  {"path":"retryStrategy.sameRegion","control":"check","label":"sameRegion","section":"limits","when":{"path":"retryStrategy.type","values":["FIXED","LINEAR","EXPONENTIAL","SINGLE_RETRY"]},"default":true},
  {"path":"retryStrategy.onlyOn","control":"check","label":"onlyOn","section":"limits","when":{"path":"retryStrategy.type","values":["FIXED","LINEAR","EXPONENTIAL","SINGLE_RETRY"]},"on":["NETWORK_ERROR"],"isNullable":true},
  {"path":"runtimeId","control":"runtime","label":"runtimeId","section":"request","isNullable":true},
  {"path":"name","control":"text","label":"name","section":"general","isRequired":true},
  {"path":"activated","control":"switch","label":"groupActivated","section":"general","default":true},
  {"path":"muted","control":"switch","label":"groupMuted","section":"general"},
  {"path":"locations","control":"locations","label":"locations","section":"schedule"},
  {"path":"runParallel","control":"check","label":"runParallel","section":"schedule","isNullable":true,"unset":null},
  {"path":"concurrency","control":"number","label":"concurrency","section":"schedule","default":3},
  {"path":"retryStrategy.type","control":"retries","label":"type","section":"limits","default":"FIXED","unset":"FALLBACK"},
  {"path":"setupSnippetId","control":"snippet","label":"setupSnippet","section":"scripts","isNullable":true},
  {"path":"localSetupScript","control":"code","label":"setupScript","section":"scripts","language":"javascript","isNullable":true},
  {"path":"tearDownSnippetId","control":"snippet","label":"tearDownSnippet","section":"scripts","isNullable":true},
  {"path":"localTearDownScript","control":"code","label":"tearDownScript","section":"scripts","language":"javascript","isNullable":true},
  {"path":"apiCheckDefaults.url","control":"text","label":"baseUrl","section":"request","isNullable":true},
  {"path":"apiCheckDefaults.headers","control":"records","label":"defaultHeaders","section":"request","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
  {"path":"apiCheckDefaults.queryParameters","control":"records","label":"defaultQuery","section":"request","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
  {"path":"apiCheckDefaults.assertions","control":"assertions","label":"defaultAssertions","section":"request","options":["STATUS_CODE","JSON_BODY","HEADERS","TEXT_BODY","RESPONSE_TIME"]},
  {"path":"apiCheckDefaults.basicAuth","control":"credentials","label":"defaultAuth","section":"request","isNullable":true},
  {"path":"environmentVariables","control":"variables","label":"environmentVariables","section":"scripts","isNullable":true},
  {"path":"runtimeId","control":"runtime","label":"runtimeId","section":"scripts","isNullable":true,"unset":null},
  {"path":"description","control":"prose","label":"description","section":"general","rows":2,"isNullable":true},
  {"path":"degradedResponseTime","control":"number","label":"degradedResponseTime","section":"limits","default":5000,"isNullable":true},
  {"path":"maxResponseTime","control":"number","label":"maxResponseTime","section":"limits","default":20000,"isNullable":true},
  {"path":"shouldFail","control":"check","label":"shouldFail","section":"limits"},
  {"path":"request.method","control":"select","label":"method","section":"request","options":["GET","POST","PUT","HEAD","DELETE","PATCH","OPTIONS"],"isRequired":true},
  {"path":"request.url","control":"url","label":"url","section":"request","isRequired":true},
  {"path":"request.headers","control":"records","label":"headers","section":"request","tab":"headers","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
  {"path":"request.bodyType","control":"select","label":"bodyType","section":"request","tab":"body","options":["JSON","FORM","RAW","GRAPHQL","NONE"],"default":"NONE"},
  {"path":"request.body","control":"code","label":"body","section":"request","tab":"body","language":"body"},
  {"path":"request.queryParameters","control":"records","label":"queryParameters","section":"request","tab":"query","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
  {"path":"request.basicAuth","control":"credentials","label":"basicAuth","section":"request","tab":"auth","isNullable":true},
  {"path":"groupOrder","control":"number","label":"groupOrder","section":"general","isAdvanced":true,"isNullable":true},
  {"path":"triggerIncident","control":"check","label":"triggerIncident","section":"alerts","on":{"serviceId":"","severity":"MAJOR","name":""},"isNullable":true},
  {"path":"triggerIncident.serviceId","control":"text","label":"serviceId","section":"alerts","when":{"path":"triggerIncident","values":["true"]},"isRequired":true},
  {"path":"triggerIncident.severity","control":"select","label":"incidentSeverity","section":"alerts","when":{"path":"triggerIncident","values":["true"]},"options":["CRITICAL","MAJOR","MEDIUM","MINOR"],"default":"MAJOR"},
  {"path":"triggerIncident.name","control":"text","label":"incidentName","section":"alerts","when":{"path":"triggerIncident","values":["true"]},"isRequired":true},
  {"path":"triggerIncident.description","control":"prose","label":"description","section":"alerts","when":{"path":"triggerIncident","values":["true"]},"rows":2},
  {"path":"triggerIncident.notifySubscribers","control":"check","label":"notifySubscribers","section":"alerts","when":{"path":"triggerIncident","values":["true"]}},
  {"path":"intent","control":"check","label":"intent","section":"general","isAdvanced":true,"on":{"goal":"","requiredOutcomes":[],"mustPreserve":[]},"isNullable":true},
  {"path":"intent.goal","control":"prose","label":"goal","section":"general","isAdvanced":true,"when":{"path":"intent","values":["true"]},"rows":2,"isRequired":true},
  {"path":"intent.requiredOutcomes","control":"texts","label":"requiredOutcomes","section":"general","isAdvanced":true,"when":{"path":"intent","values":["true"]}},
  {"path":"intent.mustPreserve","control":"texts","label":"mustPreserve","section":"general","isAdvanced":true,"when":{"path":"intent","values":["true"]}},
  {"path":"environmentVariables","control":"variables","label":"environmentVariables","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"displayName","control":"text","label":"displayName","section":"general","isNullable":true},
  {"path":"runtimeId","control":"runtime","label":"runtimeId","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"request.followRedirects","control":"check","label":"followRedirects","section":"request","default":true},
  {"path":"request.keepCookies","control":"check","label":"keepCookies","section":"request","default":true},
  {"path":"request.skipSSL","control":"check","label":"skipSSL","section":"request"},
  {"path":"request.ipFamily","control":"select","label":"ipFamily","section":"request","options":["IPv4","IPv6"],"default":"IPv4"},
  {"path":"request.tryAllAddresses","control":"check","label":"tryAllAddresses","section":"request","default":true},
  {"path":"request.responseSchema","control":"check","label":"responseSchema","section":"assertions","on":{"schema":{"type":"object"}},"isNullable":true},
  {"path":"request.responseSchema.schema","control":"json","label":"schema","section":"assertions","when":{"path":"request.responseSchema","values":["true"]},"rows":12,"isRequired":true},
  {"path":"dependencies","control":"files","label":"dependencies","section":"scripts","isAdvanced":true,"isNullable":true},
  {"path":"setupScriptDependencies","control":"files","label":"setupScriptDependencies","section":"scripts","isAdvanced":true,"isNullable":true},
  {"path":"tearDownScriptDependencies","control":"files","label":"tearDownScriptDependencies","section":"scripts","isAdvanced":true,"isNullable":true},
  {"path":"frequency","control":"frequency","label":"frequency","section":"schedule","options":["1","2","5","10","15","30","60","120","180","360","720","1440"],"isNumber":true,"default":10},
  {"path":"frequencyWhileFailing","control":"select","label":"frequencyWhileFailing","section":"schedule","options":["60","120","300","600"],"isNumber":true,"isNullable":true},
  {"path":"degradedResponseTime","control":"number","label":"degradedResponseTime","section":"limits","default":3000,"isNullable":true},
  {"path":"maxResponseTime","control":"number","label":"maxResponseTime","section":"limits","default":5000,"isNullable":true},
  {"path":"request.url","control":"text","label":"url","section":"request","isRequired":true},
  {"path":"request.hostname","control":"text","label":"hostname","section":"request","isRequired":true},
  {"path":"request.port","control":"number","label":"port","section":"request","isRequired":true},
  {"path":"request.data","control":"text","label":"data","section":"request","isNullable":true},
  {"path":"degradedResponseTime","control":"number","label":"degradedResponseTime","section":"limits","default":500,"isNullable":true},
  {"path":"maxResponseTime","control":"number","label":"maxResponseTime","section":"limits","default":1000,"isNullable":true},
  {"path":"request.query","control":"text","label":"query","section":"request","isRequired":true},
  {"path":"request.recordType","control":"select","label":"recordType","section":"request","options":["A","AAAA","CNAME","MX","TXT","SOA","NS","HTTPS"],"default":"A"},
  {"path":"request.nameServer","control":"text","label":"nameServer","section":"request","isNullable":true},
  {"path":"request.port","control":"number","label":"port","section":"request","isNullable":true},
  {"path":"request.protocol","control":"select","label":"protocol","section":"request","options":["UDP","TCP"],"default":"UDP"},
  {"path":"degradedPacketLossThreshold","control":"number","label":"degradedPacketLossThreshold","section":"limits","default":10,"isNullable":true},
  {"path":"maxPacketLossThreshold","control":"number","label":"maxPacketLossThreshold","section":"limits","default":20,"isNullable":true},
  {"path":"request.pingCount","control":"number","label":"pingCount","section":"request","default":10,"isNullable":true},
  {"path":"request.ipFamily","control":"select","label":"ipFamily","section":"request","options":["IPv4","IPv6"],"default":"IPv4","isNullable":true},
  {"path":"activated","control":"switch","label":"expectsPings","section":"general","default":true},
  {"path":"heartbeat.schedule","control":"jobSchedule","label":"schedule","section":"pings","isNullable":true},
  {"path":"heartbeat.period","control":"number","label":"period","section":"pings","when":{"path":"heartbeat.schedule","values":[""]},"isRequired":true},
  {"path":"heartbeat.periodUnit","control":"select","label":"periodUnit","section":"pings","when":{"path":"heartbeat.schedule","values":[""]},"isRequired":true,"options":["seconds","minutes","hours","days"]},
  {"path":"heartbeat.grace","control":"number","label":"grace","section":"pings","isRequired":true},
  {"path":"heartbeat.graceUnit","control":"select","label":"graceUnit","section":"pings","isRequired":true,"options":["seconds","minutes","hours","days"]},
  {"path":"heartbeat.metricLimits","control":"metricLimits","label":"metricLimits","section":"pings"},
  {"path":"script","control":"code","label":"script","section":"request","isRequired":true,"language":"javascript","rows":18,"isNullable":true},
  {"path":"dependencies","control":"files","label":"dependencies","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"playwrightConfig","control":"json","label":"playwrightConfig","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"snapshots","control":"records","label":"snapshots","section":"request","isAdvanced":true,"parts":[{"name":"key","label":"goldenFileKey"},{"name":"path","label":"path"}],"isNullable":true},
  {"path":"frequency","control":"frequency","label":"frequency","section":"schedule","options":["5","10","15","30","60","120","180","360","720","1440"],"isNumber":true,"default":30},
  {"path":"frequencyWhileFailing","control":"select","label":"frequencyWhileFailing","section":"schedule","options":["300","600"],"isNumber":true,"isNullable":true},
  {"path":"prompt","control":"prose","label":"prompt","section":"request","isRequired":true},
  {"path":"agentRuntime.skills","control":"texts","label":"skills","section":"request","isAdvanced":true},
  {"path":"codeBundlePath","control":"text","label":"codeBundlePath","section":"request","isRequired":true},
  {"path":"testCommand","control":"text","label":"testCommand","section":"request","default":"npx playwright test","isNullable":true},
  {"path":"installCommand","control":"text","label":"installCommand","section":"request","isNullable":true},
  {"path":"cacheHash","control":"text","label":"cacheHash","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"playwrightVersion","control":"text","label":"playwrightVersion","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"workingDir","control":"text","label":"workingDir","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"browsers","control":"list","label":"browsers","section":"request","isAdvanced":true},
  {"path":"engine","control":"select","label":"engine","section":"request","isAdvanced":true,"options":["node","bun"],"isNullable":true},
  {"path":"engineVersion","control":"text","label":"engineVersion","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"pwProjects","control":"list","label":"pwProjects","section":"request","isAdvanced":true},
  {"path":"pwTags","control":"list","label":"pwTags","section":"request","isAdvanced":true},
  {"path":"degradedResponseTime","control":"number","label":"degradedResponseTime","section":"limits","default":10000,"isNullable":true},
  {"path":"request.url","control":"text","label":"host","section":"request","isRequired":true},
  {"path":"request.protocol","control":"select","label":"protocol","section":"request","options":["TCP","UDP","ICMP","SCTP"],"default":"TCP"},
  {"path":"request.maxHops","control":"number","label":"maxHops","section":"request","default":30},
  {"path":"request.maxUnknownHops","control":"number","label":"maxUnknownHops","section":"request","isAdvanced":true,"default":15},
  {"path":"request.ptrLookup","control":"check","label":"ptrLookup","section":"request","isAdvanced":true,"default":true},
  {"path":"request.timeout","control":"number","label":"timeout","section":"request","isAdvanced":true,"default":10},
  {"path":"request.port","control":"port","label":"port","section":"request","isRequired":true,"isNullable":true},
  {"path":"request.grpcConfig.mode","control":"select","label":"mode","section":"request","options":["BEHAVIOR","HEALTH"],"default":"BEHAVIOR"},
  {"path":"request.grpcConfig.service","control":"text","label":"service","section":"request","when":{"path":"request.grpcConfig.mode","values":["HEALTH"]},"isNullable":true},
  {"path":"request.grpcConfig.method","control":"text","label":"grpcMethod","section":"request","when":{"path":"request.grpcConfig.mode","values":["BEHAVIOR"]},"isNullable":true},
  {"path":"request.grpcConfig.message","control":"code","label":"message","section":"request","when":{"path":"request.grpcConfig.mode","values":["BEHAVIOR"]},"language":"json","rows":4,"isNullable":true},
  {"path":"request.grpcConfig.tls","control":"check","label":"tls","section":"request","default":true},
  {"path":"request.timeout","control":"number","label":"timeout","section":"request","default":60},
  {"path":"request.grpcConfig.metadata","control":"records","label":"metadata","section":"request","isAdvanced":true,"parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
  {"path":"request.grpcConfig.serviceDefinition","control":"select","label":"serviceDefinition","section":"request","when":{"path":"request.grpcConfig.mode","values":["BEHAVIOR"]},"isAdvanced":true,"options":["REFLECTION","PROTO_FILE"],"default":"REFLECTION","isNullable":true},
  {"path":"request.grpcConfig.protoContent","control":"code","label":"protoContent","section":"request","when":{"path":"request.grpcConfig.serviceDefinition","values":["PROTO_FILE"]},"isAdvanced":true,"isNullable":true},
  {"path":"request.grpcConfig.encoding","control":"select","label":"encoding","section":"request","when":{"path":"request.grpcConfig.mode","values":["BEHAVIOR"]},"isAdvanced":true,"options":["PROTOBUF","FLATBUFFERS"],"default":"PROTOBUF","isNullable":true},
  {"path":"request.grpcConfig.bfbsContent","control":"prose","label":"bfbsContent","section":"request","when":{"path":"request.grpcConfig.encoding","values":["FLATBUFFERS"]},"isAdvanced":true,"isNullable":true},
  {"path":"maxResponseTime","control":"number","label":"maxResponseTime","section":"limits","default":10000,"isNullable":true},
  {"path":"request.sslConfig.hostname","control":"text","label":"hostname","section":"request","isRequired":true},
  {"path":"request.sslConfig.port","control":"number","label":"port","section":"request","default":443},
  {"path":"request.sslConfig.alertDaysBeforeExpiry","control":"number","label":"alertDaysBeforeExpiry","section":"request","default":20},
  {"path":"request.sslConfig.serverName","control":"text","label":"serverName","section":"request","isAdvanced":true,"isNullable":true},
  {"path":"request.sslConfig.ipFamily","control":"select","label":"ipFamily","section":"request","options":["IPv4","IPv6"],"default":"IPv4"},
  {"path":"request.sslConfig.tryAllAddresses","control":"check","label":"tryAllAddresses","section":"request","default":true},
  {"path":"request.sslConfig.skipChainValidation","control":"check","label":"skipChainValidation","section":"request","isAdvanced":true},
  {"path":"request.sslConfig.handshakeTimeoutMs","control":"number","label":"handshakeTimeoutMs","section":"request","isAdvanced":true,"default":10000},
  {"path":"request.sslConfig.securityBaseline.enabled","control":"check","label":"enabled","section":"request","isAdvanced":true,"default":true},
  {"path":"request.sslConfig.securityBaseline.minTLSVersion.value","control":"select","label":"minTLSVersion","section":"request","isAdvanced":true,"options":["TLS1.2","TLS1.3"],"default":"TLS1.2"},
  {"path":"request.sslConfig.securityBaseline.minTLSVersion.severity","control":"select","label":"severity","of":"minTLSVersion","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"fail"},
  {"path":"request.sslConfig.securityBaseline.minKeySizeBits.value","control":"number","label":"minKeySizeBits","section":"request","isAdvanced":true,"default":2048},
  {"path":"request.sslConfig.securityBaseline.minKeySizeBits.severity","control":"select","label":"severity","of":"minKeySizeBits","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"fail"},
  {"path":"request.sslConfig.securityBaseline.weakSignatureAlgorithm.severity","control":"select","label":"severity","of":"weakSignatureAlgorithm","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"fail"},
  {"path":"request.sslConfig.securityBaseline.weakCipherSuite.severity","control":"select","label":"severity","of":"weakCipherSuite","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"fail"},
  {"path":"request.sslConfig.securityBaseline.knownBadCA.severity","control":"select","label":"severity","of":"knownBadCA","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"fail"},
  {"path":"request.sslConfig.securityBaseline.recommendedTLSVersion.value","control":"select","label":"recommendedTLSVersion","section":"request","isAdvanced":true,"options":["TLS1.2","TLS1.3"],"default":"TLS1.3"},
  {"path":"request.sslConfig.securityBaseline.recommendedTLSVersion.severity","control":"select","label":"severity","of":"recommendedTLSVersion","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"ignore"},
  {"path":"request.sslConfig.securityBaseline.recommendedKeySizeBits.value","control":"number","label":"recommendedKeySizeBits","section":"request","isAdvanced":true,"default":3072},
  {"path":"request.sslConfig.securityBaseline.recommendedKeySizeBits.severity","control":"select","label":"severity","of":"recommendedKeySizeBits","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"ignore"},
  {"path":"request.sslConfig.securityBaseline.ocspMustStapleRespected.severity","control":"select","label":"severity","of":"ocspMustStapleRespected","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"ignore"},
  {"path":"request.sslConfig.securityBaseline.sctPresent.severity","control":"select","label":"severity","of":"sctPresent","section":"request","isAdvanced":true,"options":["fail","degrade","ignore"],"default":"ignore"},
  {"path":"request.sslConfig.clientCertificateMode","control":"select","label":"clientCertificateMode","section":"request","isAdvanced":true,"options":["auto","explicit"]},
  {"path":"request.sslClientCertificateId","control":"text","label":"sslClientCertificateId","section":"request","when":{"path":"request.sslConfig.clientCertificateMode","values":["explicit"]},"isAdvanced":true,"isNullable":true},
  {"path":"alertSettings.escalationType","control":"select","label":"escalationType","options":["RUN_BASED","TIME_BASED"],"default":"RUN_BASED"},
  {"path":"alertSettings.runBasedEscalation.failedRunThreshold","control":"select","label":"failedRunThreshold","when":{"path":"alertSettings.escalationType","values":["RUN_BASED"]},"options":["1","2","3","4","5"],"isNumber":true,"default":1},
  {"path":"alertSettings.timeBasedEscalation.minutesFailingThreshold","control":"select","label":"minutesFailingThreshold","when":{"path":"alertSettings.escalationType","values":["TIME_BASED"]},"options":["5","10","15","30"],"isNumber":true,"default":5},
  {"path":"alertSettings.windowBasedEscalation","control":"check","label":"windowBasedEscalation","on":{"failedRunThreshold":3,"runs":5},"isNullable":true},
  {"path":"alertSettings.windowBasedEscalation.failedRunThreshold","control":"number","label":"windowFailedRuns","when":{"path":"alertSettings.windowBasedEscalation","values":["true"]},"isRequired":true},
  {"path":"alertSettings.windowBasedEscalation.runs","control":"number","label":"windowRuns","when":{"path":"alertSettings.windowBasedEscalation","values":["true"]},"isRequired":true},
  {"path":"alertSettings.reminders.amount","control":"select","label":"reminders","options":["0","1","2","3","4","5","100000"],"isNumber":true,"default":0},
  {"path":"alertSettings.reminders.interval","control":"select","label":"reminderInterval","when":{"path":"alertSettings.reminders.amount","values":["1","2","3","4","5","100000"]},"options":["1","2","3","4","5","10","15","30"],"isNumber":true,"default":5},
  {"path":"alertSettings.parallelRunFailureThreshold","control":"parallelRuns","label":"parallelRunFailureThreshold","options":["10","20","30","40","50","60","70","80","90","100"]},
  {"path":"alertSettings.runBasedRecovery","control":"check","label":"runBasedRecovery","on":{"passedRunThreshold":2},"isNullable":true},
  {"path":"alertSettings.runBasedRecovery.passedRunThreshold","control":"number","label":"passedRunThreshold","when":{"path":"alertSettings.runBasedRecovery","values":["true"]},"isRequired":true},
  {"path":"alertSettings.escalationPolicyId","control":"escalationPolicy","label":"escalationPolicyId","isNullable":true},
]
const fieldsAt = (...places: readonly number[]) => places.flatMap((place) => fields[place] ?? [])

export const checkForms: Readonly<Record<CheckType, CheckForm>> = {
  API: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 4, 5, 6, 7, 8, 9, 40, 41, 10, 11, 12, 13, 42, 14, 15, 16, 17, 43, 44, 45, 46, 47, 48, 49, 28, 29, 30, 31, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"method":"GET","url":"https://","followRedirects":true,"assertions":[]}},"sources":["STATUS_CODE","RESPONSE_TIME","JSON_BODY","HEADERS","TEXT_BODY"] },
  URL: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 76, 77, 10, 11, 12, 13, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 78, 64, 65, 66, 67, 68), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"url":"https://","followRedirects":true}},"sources":["STATUS_CODE"] },
  TCP: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 4, 5, 6, 7, 8, 9, 76, 77, 10, 11, 12, 13, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 79, 80, 81, 67, 68), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"hostname":"","port":443}},"sources":["RESPONSE_TIME","RESPONSE_DATA"] },
  DNS: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 82, 83, 10, 11, 12, 13, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 84, 85, 86, 87, 88), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"query":"","recordType":"A"}},"sources":["RESPONSE_TIME","RESPONSE_CODE","TEXT_ANSWER","JSON_ANSWER"] },
  ICMP: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 89, 90, 42, 14, 15, 16, 17, 79, 91, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 92, 68), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"hostname":"","pingCount":10}},"sources":["LATENCY","JSON_RESPONSE"] },
  HEARTBEAT: { fields: fieldsAt(21, 93, 1, 2, 3, 39, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 62, 94, 95, 96, 97, 98, 99), "start":{"heartbeat":{"period":1,"periodUnit":"days","grace":30,"graceUnit":"minutes"}},"sources":[] },
  BROWSER: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 100, 101, 102, 103), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":10,"script":"import { test, expect } from '@playwright/test'\n\ntest('the page opens', async ({ page }) => {\n  const response = await page.goto('https://example.com/')\n  expect(response?.status()).toBeLessThan(400)\n})\n"},"sources":[] },
  MULTI_STEP: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 100, 101, 102, 103), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":10,"script":"import { test, expect } from '@playwright/test'\n\ntest('the API answers', async ({ request }) => {\n  const response = await request.get('https://example.com/')\n  expect(response.ok()).toBe(true)\n})\n"},"sources":[] },
  AGENTIC: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 104, 5, 105, 7, 8, 9, 42, 14, 15, 16, 17, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 106, 107), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":60,"prompt":""},"sources":[] },
  PLAYWRIGHT: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 42, 108, 109, 110, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 111, 112, 113, 114, 115, 116, 117, 118), "start":{"locations":["eu-west-1"],"frequency":10,"codeBundlePath":"","testCommand":"npx playwright test","browsers":["chromium"]},"sources":[] },
  TRACEROUTE: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 119, 41, 10, 11, 12, 13, 42, 14, 15, 16, 17, 120, 121, 87, 122, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 67, 68, 123, 124, 125), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":10,"request":{"url":"","protocol":"TCP"}},"sources":["RESPONSE_TIME","HOP_COUNT","PACKET_LOSS"],"properties":{"RESPONSE_TIME":["avg","min","max","stdDev"]} },
  GRPC: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 119, 41, 10, 11, 12, 13, 42, 14, 15, 16, 17, 120, 126, 127, 128, 129, 130, 131, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 67, 68, 66, 132, 133, 134, 135, 136, 137), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":5,"request":{"url":"","port":50051,"grpcConfig":{"mode":"HEALTH"}}},"sources":["RESPONSE_TIME","GRPC_STATUS_CODE","GRPC_HEALTHCHECK_STATUS","GRPC_RESPONSE","GRPC_METADATA","TEXT_BODY"] },
  SSL: { fields: fieldsAt(21, 0, 1, 2, 3, 39, 74, 5, 75, 7, 8, 9, 76, 138, 10, 11, 12, 13, 42, 14, 15, 16, 17, 139, 140, 141, 50, 18, 19, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162), "start":{"locations":["eu-west-1"],"retryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":1,"maxDurationSeconds":600,"sameRegion":false},"frequency":60,"request":{"sslConfig":{"hostname":"","port":443,"alertDaysBeforeExpiry":20}}},"sources":["CERTIFICATE","CONNECTION","RESPONSE_TIME","JSON_RESPONSE","TEXT_RESPONSE"] },
}

export const checkDefaultsFields = fieldsAt(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
export const groupFields = fieldsAt(21, 22, 23, 2, 24, 8, 25, 26, 27, 15, 16, 17, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 18, 19)
export const alertSettingsFields = fieldsAt(163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174)

/** The fields that checks inherit as a whole from their group. */
export const inheritedFields = ['runParallel', 'runtimeId'] as const

/** The keys of the labels of fields. */
export type CheckFieldLabel =
  | 'activated'
  | 'baseBackoffSeconds'
  | 'baseUrl'
  | 'concurrency'
  | 'defaultAssertions'
  | 'defaultAuth'
  | 'defaultHeaders'
  | 'defaultQuery'
  | 'description'
  | 'displayName'
  | 'environmentVariables'
  | 'escalationPolicyId'
  | 'escalationType'
  | 'expectsPings'
  | 'failedRunThreshold'
  | 'frequency'
  | 'frequencyOffset'
  | 'frequencyWhileFailing'
  | 'goal'
  | 'groupActivated'
  | 'groupId'
  | 'groupMuted'
  | 'groupOrder'
  | 'incidentName'
  | 'incidentSeverity'
  | 'intent'
  | 'key'
  | 'locations'
  | 'maxDurationSeconds'
  | 'maxRetries'
  | 'minutesFailingThreshold'
  | 'mustPreserve'
  | 'muted'
  | 'name'
  | 'notifySubscribers'
  | 'onlyOn'
  | 'parallelRunFailureThreshold'
  | 'passedRunThreshold'
  | 'privateLocations'
  | 'reminderInterval'
  | 'reminders'
  | 'requiredOutcomes'
  | 'rollingLimit'
  | 'rollingResponseTime'
  | 'rollingRuns'
  | 'runBasedRecovery'
  | 'runParallel'
  | 'runtimeId'
  | 'sameRegion'
  | 'serviceId'
  | 'setupScript'
  | 'setupSnippet'
  | 'shouldFail'
  | 'statistic'
  | 'tags'
  | 'tearDownScript'
  | 'tearDownSnippet'
  | 'triggerIncident'
  | 'type'
  | 'value'
  | 'windowBasedEscalation'
  | 'windowFailedRuns'
  | 'windowRuns'

/** Those that check types bring along. */
export type CheckTypeLabel =
  | 'alertDaysBeforeExpiry'
  | 'basicAuth'
  | 'bfbsContent'
  | 'body'
  | 'bodyType'
  | 'browsers'
  | 'cacheHash'
  | 'clientCertificateMode'
  | 'codeBundlePath'
  | 'data'
  | 'degradedPacketLossThreshold'
  | 'degradedResponseTime'
  | 'dependencies'
  | 'enabled'
  | 'encoding'
  | 'engine'
  | 'engineVersion'
  | 'followRedirects'
  | 'goldenFileKey'
  | 'grace'
  | 'graceUnit'
  | 'grpcMethod'
  | 'handshakeTimeoutMs'
  | 'headers'
  | 'host'
  | 'hostname'
  | 'installCommand'
  | 'ipFamily'
  | 'keepCookies'
  | 'knownBadCA'
  | 'maxHops'
  | 'maxPacketLossThreshold'
  | 'maxResponseTime'
  | 'maxUnknownHops'
  | 'message'
  | 'metadata'
  | 'method'
  | 'metricLimits'
  | 'minKeySizeBits'
  | 'minTLSVersion'
  | 'mode'
  | 'nameServer'
  | 'ocspMustStapleRespected'
  | 'path'
  | 'period'
  | 'periodUnit'
  | 'pingCount'
  | 'playwrightConfig'
  | 'playwrightVersion'
  | 'port'
  | 'prompt'
  | 'protocol'
  | 'protoContent'
  | 'ptrLookup'
  | 'pwProjects'
  | 'pwTags'
  | 'query'
  | 'queryParameters'
  | 'recommendedKeySizeBits'
  | 'recommendedTLSVersion'
  | 'recordType'
  | 'responseSchema'
  | 'schedule'
  | 'schema'
  | 'script'
  | 'sctPresent'
  | 'serverName'
  | 'service'
  | 'serviceDefinition'
  | 'setupScriptDependencies'
  | 'severity'
  | 'skills'
  | 'skipChainValidation'
  | 'skipSSL'
  | 'snapshots'
  | 'sslClientCertificateId'
  | 'tearDownScriptDependencies'
  | 'testCommand'
  | 'timeout'
  | 'tls'
  | 'tryAllAddresses'
  | 'url'
  | 'weakCipherSuite'
  | 'weakSignatureAlgorithm'
  | 'workingDir'

/** The choices of fields. */
export type CheckFieldChoice =
  | '0'
  | '1'
  | '10'
  | '100000'
  | '120'
  | '15'
  | '2'
  | '20'
  | '3'
  | '30'
  | '300'
  | '4'
  | '5'
  | '60'
  | '600'
  | 'CRITICAL'
  | 'MAJOR'
  | 'MEAN'
  | 'MEDIAN'
  | 'MEDIUM'
  | 'MINOR'
  | 'P90'
  | 'P95'
  | 'P99'
  | 'RUN_BASED'
  | 'TIME_BASED'

/** Those that check types bring along. */
export type CheckTypeChoice =
  | 'A'
  | 'AAAA'
  | 'auto'
  | 'BEHAVIOR'
  | 'bun'
  | 'CNAME'
  | 'days'
  | 'degrade'
  | 'DELETE'
  | 'explicit'
  | 'fail'
  | 'FLATBUFFERS'
  | 'FORM'
  | 'GET'
  | 'GRAPHQL'
  | 'HEAD'
  | 'HEALTH'
  | 'hours'
  | 'HTTPS'
  | 'ICMP'
  | 'ignore'
  | 'IPv4'
  | 'IPv6'
  | 'JSON'
  | 'minutes'
  | 'MX'
  | 'node'
  | 'NONE'
  | 'NS'
  | 'OPTIONS'
  | 'PATCH'
  | 'POST'
  | 'PROTO_FILE'
  | 'PROTOBUF'
  | 'PUT'
  | 'RAW'
  | 'REFLECTION'
  | 'SCTP'
  | 'seconds'
  | 'SOA'
  | 'TCP'
  | 'TLS1.2'
  | 'TLS1.3'
  | 'TXT'
  | 'UDP'
