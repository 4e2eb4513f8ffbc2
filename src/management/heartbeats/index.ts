export { getHeartbeatAvailability } from './heartbeat-availability.ts'
export * from './read-events.ts'
