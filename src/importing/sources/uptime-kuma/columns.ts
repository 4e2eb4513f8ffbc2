import { plainText } from './kuma-data.ts'
import type { Row } from './kuma-data.ts'

/** Which monitors use a column; a column without types is of all. Others keep what was entered before their type changed. */
const columnsOfTypes: readonly (readonly [types: string, columns: string])[] = [
  [
    'http keyword json-query',
    'method headers body http_body_encoding auth_method basic_auth_user basic_auth_pass bearer_token oauth_token_url ' +
      'oauth_client_id oauth_client_secret oauth_scopes oauth_audience oauth_auth_method auth_domain auth_workstation ' +
      'proxy_id cache_bust maxredirects save_response save_error_response response_max_length',
  ],
  ['http keyword json-query websocket-upgrade', 'tls_cert tls_key tls_ca'],
  ['http keyword json-query globalping real-browser websocket-upgrade', 'url accepted_statuscodes_json'],
  ['http keyword json-query globalping port', 'expiry_notification'],
  ['http keyword json-query globalping grpc-keyword port redis', 'ignore_tls'],
  ['http keyword json-query globalping port ping dns', 'ip_family'],
  ['keyword grpc-keyword globalping', 'keyword invert_keyword'],
  ['json-query mqtt snmp mongodb globalping', 'json_path json_path_operator expected_value'],
  ['json-query', 'retry_only_on_status_code_failure'],
  ['port ping tailscale-ping dns globalping smtp gamedig steam ntp snmp radius mqtt sip-options', 'hostname'],
  ['port dns globalping smtp gamedig steam ntp snmp radius mqtt sip-options', 'port'],
  ['port smtp', 'smtp_security'],
  ['port', 'expected_tls_alert'],
  ['ping globalping tailscale-ping', 'packet_size ping_count ping_numeric ping_per_request_timeout'],
  ['dns globalping', 'dns_resolve_type dns_resolve_server dns_last_result'],
  ['dns mqtt sqlserver mysql postgres', 'conditions'],
  ['push', 'push_token'],
  ['docker', 'docker_container docker_host'],
  ['mqtt', 'mqtt_topic mqtt_success_message mqtt_username mqtt_password mqtt_check_type mqtt_websocket_path'],
  ['sqlserver postgres mysql mongodb redis oracledb', 'database_connection_string database_query'],
  ['mysql radius snmp oracledb', 'radius_password'],
  ['grpc-keyword', 'grpc_url grpc_protobuf grpc_service_name grpc_method grpc_body grpc_metadata grpc_enable_tls'],
  ['radius', 'radius_username radius_secret radius_called_station_id radius_calling_station_id'],
  [
    'kafka-producer',
    'kafka_producer_topic kafka_producer_brokers kafka_producer_ssl kafka_producer_allow_auto_topic_creation ' +
      'kafka_producer_sasl_options kafka_producer_message',
  ],
  ['rabbitmq', 'rabbitmq_nodes rabbitmq_username rabbitmq_password'],
  ['snmp', 'snmp_oid snmp_version snmp_v3_username'],
  ['gamedig steam', 'game gamedig_given_port_only gamedig_token'],
  ['ntp', 'ntp_stratum_threshold ntp_time_offset_threshold ntp_root_dispersion_threshold'],
  ['websocket-upgrade', 'ws_subprotocol ws_ignore_sec_websocket_accept_header'],
  ['system-service pm2', 'system_service_name'],
  ['real-browser', 'remote_browser screenshot_delay'],
  ['manual', 'manual_status'],
  ['globalping', 'subtype location protocol'],
]

const typesOfColumns: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  columnsOfTypes.flatMap(([types, columns]) =>
    columns.split(' ').map((column) => [column, new Set(types.split(' '))] as const),
  ),
)

/** The values of a new monitor in columns that nobody entered anything in. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  method: ['GET'],
  accepted_statuscodes_json: ['["200-299"]'],
  maxredirects: ['10'],
  headers: ['{}', 'null'],
  grpc_metadata: ['{}', 'null'],
  body: ['null'],
  dns_resolve_type: ['A'],
  dns_resolve_server: ['1.1.1.1'],
  url: ['https://'],
  packet_size: ['56'],
  ping_count: ['1'],
  ping_numeric: ['1', 'true'],
  ping_per_request_timeout: ['2'],
  json_path: ['$'],
  json_path_operator: ['=='],
  http_body_encoding: ['json'],
  mqtt_check_type: ['keyword'],
  kafka_producer_sasl_options: ['{"mechanism":"None"}'],
  response_max_length: ['1024'],
  save_error_response: ['1', 'true'],
  gamedig_given_port_only: ['1', 'true'],
  oauth_auth_method: ['client_secret_basic'],
  snmp_version: ['2c'],
  ntp_stratum_threshold: ['5'],
  ntp_time_offset_threshold: ['1000'],
  ntp_root_dispersion_threshold: ['500'],
  conditions: ['[]'],
  rabbitmq_nodes: ['[]'],
  kafka_producer_brokers: ['[]'],
  expected_tls_alert: ['none'],
  protocol: ['ICMP', 'HTTPS', 'UDP'],
}
/** Columns in which zero says something. */
const withZero: ReadonlySet<string> = new Set(
  'active maxredirects expected_value keyword body name description hostname url manual_status interval'.split(' '),
)

/** Whether a column belongs to some types, of which others say nothing about it. */
export const isOfSomeTypes = (column: string): boolean => typesOfColumns.has(column)

/** Whether nobody entered the value. */
function isDefault(column: string, value: unknown): boolean {
  const text = plainText(value)
  if (text === '' || defaults[column]?.includes(text)) return true
  return (text === '0' || text === 'false') && !withZero.has(column)
}

export interface SortedColumns {
  /** With a value that was entered, of the type or unknown. */
  readonly used: Row
  /** Names of columns with a value that only monitors of other types use. */
  readonly ofOthers: readonly string[]
}

/** The columns of a monitor by whether its type uses them, without those in which nobody entered anything. */
export function sortColumns(row: Row, type: string): SortedColumns {
  const entered = Object.entries(row).filter(([name, value]) => !isDefault(name, value))
  const isUsed = (name: string): boolean => typesOfColumns.get(name)?.has(type) !== false
  return {
    used: Object.fromEntries(entered.filter(([name]) => isUsed(name))),
    ofOthers: entered.flatMap(([name]) => (isUsed(name) ? [] : [name])),
  }
}
