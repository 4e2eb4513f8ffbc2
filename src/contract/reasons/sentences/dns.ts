export const dnsReasons = {
  RECORD_MISSING: 'Expected a record of type {recordType} for {host}, but the answer has none.',
  RECORD_MISSING_BEHIND:
    'Expected a record of type {recordType} for {host}, but the answer has none; its CNAME leads to {owner}.',
  DNS_MESSAGE_INVALID: '{endpoint} did not answer with a valid DNS message.',
  DNS_NAME_INVALID: 'The query is not a valid DNS name.',
  NO_NAME_SERVER: 'There is no name server to ask.',
  RESPONSE_CODE_UNEXPECTED: 'Expected the response code NOERROR, but it was {answer}.',
} as const
