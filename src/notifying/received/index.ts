// Alerts of other tools: taken, ended when they are not sent again, silenced by their labels, acknowledged.
export * from './advance-received-alerts.ts'
export {
  acknowledgeReceivedAlert,
  endSilence,
  saveSilence,
  unacknowledgeReceivedAlert,
} from './attend-received-alerts.ts'
export type { GivenSilence } from './attend-received-alerts.ts'
export { receiveAlerts } from './receive-alerts.ts'
export type { ReceivedEvent, ReceivedMessage } from './receive-alerts.ts'
export { stateOfReceived } from './received-state.ts'
export {
  getReceivedAlert,
  listFiringOfSource,
  listReceivedAlerts,
  listSilences,
  silencesOfSource,
} from './read-received-alerts.ts'
export type { FiringAlert, ReceivedAlert } from './read-received-alerts.ts'
