export const httpReasons = {
  STATUS_UNEXPECTED: 'Expected a status code below {limit}, but it was {status}.',
  STATUS_ADVICE: 'Set shouldFail to true if this status is what you expect.',
  REDIRECT_UNUSABLE: 'The target redirects to {redirectTarget}.',
  TOO_MANY_REDIRECTS: 'The target redirects more than {count} times, most likely in a circle.',
  REQUEST_URL_INVALID: 'The URL of the request is not a valid http or https URL.',
  NO_RESPONSE_WITHIN: 'Expected a response in less than {limit} ms, but there was none after {milliseconds} ms.',
  BODY_NOT_DECODED: 'The body of {endpoint} is not valid in the content coding its headers name.',
  NO_COMPLETE_ANSWER: 'No complete answer within {milliseconds} ms.',
  PROBE_BROKE: 'The probe broke; this is a fault of the service, not of the target.',
  RESPONSE_TOO_SLOW: 'Expected a response in less than {limit} ms, but it took {milliseconds} ms.',
  RESPONSE_SLOW: 'Expected a response in less than the degraded limit of {limit} ms, but it took {milliseconds} ms.',
  RESPONSE_MEAN_SLOW:
    'Expected the mean of the last {count} response times to be below the degraded limit of {limit} ms, but it was {milliseconds} ms.',
  RESPONSE_PERCENTILE_SLOW:
    'Expected the {percentile}th percentile of the last {count} response times to be below the degraded limit of {limit} ms, but it was {milliseconds} ms.',
  NOTHING_KNOWN: 'The run ended with neither an answer nor a failure, so nothing is known.',
} as const
