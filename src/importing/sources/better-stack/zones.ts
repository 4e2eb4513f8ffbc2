import { isTimezone } from '../../counterparts/hosted/windows.ts'

/** Names of Ruby on Rails that are no city of the IANA time zones. */
const others: Readonly<Record<string, string>> = {
  'International Date Line West': 'Etc/GMT+12',
  'American Samoa': 'Pacific/Pago_Pago',
  'Midway Island': 'Pacific/Midway',
  Hawaii: 'Pacific/Honolulu',
  Alaska: 'America/Juneau',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  'Mountain Time (US & Canada)': 'America/Denver',
  Arizona: 'America/Phoenix',
  'Central Time (US & Canada)': 'America/Chicago',
  'Central America': 'America/Guatemala',
  'Eastern Time (US & Canada)': 'America/New_York',
  'Indiana (East)': 'America/Indiana/Indianapolis',
  'Atlantic Time (Canada)': 'America/Halifax',
  Newfoundland: 'America/St_Johns',
  Brasilia: 'America/Sao_Paulo',
  Greenland: 'America/Nuuk',
  Georgetown: 'America/Guyana',
  Quito: 'America/Lima',
  'Mid-Atlantic': 'Atlantic/South_Georgia',
  'Cape Verde Is.': 'Atlantic/Cape_Verde',
  Edinburgh: 'Europe/London',
  Bern: 'Europe/Zurich',
  Kyiv: 'Europe/Kiev',
  'St. Petersburg': 'Europe/Moscow',
  'West Central Africa': 'Africa/Algiers',
  Pretoria: 'Africa/Johannesburg',
  'Abu Dhabi': 'Asia/Muscat',
  Islamabad: 'Asia/Karachi',
  Chennai: 'Asia/Kolkata',
  Mumbai: 'Asia/Kolkata',
  'New Delhi': 'Asia/Kolkata',
  Hanoi: 'Asia/Bangkok',
  Beijing: 'Asia/Shanghai',
  Osaka: 'Asia/Tokyo',
  Sapporo: 'Asia/Tokyo',
  Canberra: 'Australia/Sydney',
  'Solomon Is.': 'Pacific/Guadalcanal',
  'New Caledonia': 'Pacific/Noumea',
  'Marshall Is.': 'Pacific/Majuro',
  Wellington: 'Pacific/Auckland',
  "Nuku'alofa": 'Pacific/Tongatapu',
  'Tokelau Is.': 'Pacific/Fakaofo',
  'Chatham Is.': 'Pacific/Chatham',
  Samoa: 'Pacific/Apia',
}

/** The IANA name of a time zone as Ruby on Rails names it; null for one that is unknown. */
export function zoneOf(name: string): string | null {
  if (Object.hasOwn(others, name)) return others[name] ?? null
  const city = name.replaceAll(' ', '_')
  return (
    Intl.supportedValuesOf('timeZone').find((zone) => zone.endsWith(`/${city}`)) ?? (isTimezone(name) ? name : null)
  )
}
