import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverAlertmanager } from './deliver-alertmanager.ts'

export const ALERTMANAGER: ChannelImplementation<'ALERTMANAGER'> = { deliver: deliverAlertmanager }
