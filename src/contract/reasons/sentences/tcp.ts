export const tcpReasons = {
  NO_CONNECTION: 'There was no connection, so there is no response time.',
} as const
