-- MariaDB dump of the database of Uptime Kuma 2, as mariadb-dump writes it.

CREATE TABLE `monitor` (
  `id` text DEFAULT NULL,
  `name` text DEFAULT NULL,
  `active` text DEFAULT NULL,
  `user_id` text DEFAULT NULL,
  `interval` text DEFAULT NULL,
  `url` text DEFAULT NULL,
  `type` text DEFAULT NULL,
  `weight` text DEFAULT NULL,
  `hostname` text DEFAULT NULL,
  `port` text DEFAULT NULL,
  `created_date` text DEFAULT NULL,
  `keyword` text DEFAULT NULL,
  `maxretries` text DEFAULT NULL,
  `ignore_tls` text DEFAULT NULL,
  `upside_down` text DEFAULT NULL,
  `maxredirects` text DEFAULT NULL,
  `accepted_statuscodes_json` text DEFAULT NULL,
  `dns_resolve_type` text DEFAULT NULL,
  `dns_resolve_server` text DEFAULT NULL,
  `dns_last_result` text DEFAULT NULL,
  `retry_interval` text DEFAULT NULL,
  `push_token` text DEFAULT NULL,
  `method` text DEFAULT NULL,
  `body` text DEFAULT NULL,
  `headers` text DEFAULT NULL,
  `basic_auth_user` text DEFAULT NULL,
  `basic_auth_pass` text DEFAULT NULL,
  `proxy_id` text DEFAULT NULL,
  `expiry_notification` text DEFAULT NULL,
  `auth_method` text DEFAULT NULL,
  `parent` text DEFAULT NULL,
  `invert_keyword` text DEFAULT NULL,
  `json_path` text DEFAULT NULL,
  `json_path_operator` text DEFAULT NULL,
  `expected_value` text DEFAULT NULL,
  `resend_interval` text DEFAULT NULL,
  `packet_size` text DEFAULT NULL,
  `http_body_encoding` text DEFAULT NULL,
  `description` text DEFAULT NULL,
  `timeout` text DEFAULT NULL,
  `cache_bust` text DEFAULT NULL,
  `conditions` text DEFAULT NULL,
  `ip_family` text DEFAULT NULL,
  `ping_count` text DEFAULT NULL,
  `ping_numeric` text DEFAULT NULL,
  `ping_per_request_timeout` text DEFAULT NULL,
  `domain_expiry_notification` text DEFAULT NULL,
  `save_response` text DEFAULT NULL,
  `save_error_response` text DEFAULT NULL,
  `response_max_length` text DEFAULT NULL,
  `database_connection_string` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `monitor` VALUES
(1,'Shop',1,1,60,'https://','group',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(2,'Europe',1,1,60,'https://','group',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,1,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(3,'Home page',1,1,60,'https://shop.example/','http',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,2,0,0,10,'["200-299"]','A','1.1.1.1',NULL,20,NULL,'GET',NULL,NULL,NULL,NULL,NULL,1,NULL,1,0,NULL,NULL,NULL,30,56,'json','What shoppers see first',48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(4,'Checkout',1,1,30,'https://eu.shop.example/checkout','keyword',2000,NULL,NULL,'2024-03-01 10:00:00','Pay now',3,0,0,10,'["200-299"]','A','1.1.1.1',NULL,30,NULL,'GET',NULL,'{"Authorization":"Bearer s3cret","Accept-Language":"de"}',NULL,NULL,NULL,0,NULL,2,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(5,'Stock',1,1,300,'https://api.shop.example/stock','json-query',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'POST','{"id": 7}',NULL,'robot','it''s secret',NULL,0,'basic',NULL,0,'items[0].count','>=','1',0,56,'json',NULL,10,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(6,'Database port',1,1,60,'https://','port',2000,'db.shop.example',5432,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,3,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(7,'Router',1,1,20,'https://','ping',2000,'192.0.2.1',NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,20,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,3,1,2,0,0,1,1024,NULL),
(8,'Mail records',1,1,60,'https://','dns',2000,'shop.example',53,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','MX','9.9.9.9, 1.1.1.1','Records: mail.shop.example',60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[{"type":"expression","variable":"record","operator":"contains","value":"mail","andOr":"and"}]',NULL,1,1,2,0,0,1,1024,NULL),
(9,'Nightly backup',1,1,86400,'https://','push',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,1,0,0,10,'["200-299"]','A','1.1.1.1',NULL,3600,'Zk3vQmWq0pXhY7eTn2RbLc5JdUsA8fGi','GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(10,'Old site is gone',1,1,60,'http://old.shop.example/','http',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,1,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(11,'Orders database',1,1,60,'https://','postgres',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,'postgres://app:hunter2@db.shop.example:5433/orders'),
(12,'Website container',0,1,60,'https://','docker',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,10,'["200-299"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL),
(13,'Landing page',0,1,60,'https://www.shop.example/','http',2000,NULL,NULL,'2024-03-01 10:00:00',NULL,0,0,0,0,'["200-299","301","404"]','A','1.1.1.1',NULL,60,NULL,'GET',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,0,56,'json',NULL,48,0,'[]',NULL,1,1,2,0,0,1,1024,NULL);

CREATE TABLE `notification` (
  `id` text DEFAULT NULL,
  `name` text DEFAULT NULL,
  `active` text DEFAULT NULL,
  `user_id` text DEFAULT NULL,
  `is_default` text DEFAULT NULL,
  `config` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `notification` VALUES
(1,'Team chat',1,1,1,'{"type": "slack", "name": "Team chat", "isDefault": true, "slackwebhookURL": "https://hooks.slack.com/services/T0/B0/abc", "slackchannel": "#alerts", "slackusername": "Kuma"}'),
(2,'On call',1,1,0,'{"type": "smtp", "name": "On call", "smtpHost": "mail.example", "smtpPort": 587, "smtpFrom": "kuma@shop.example", "smtpTo": "ops@shop.example, lead@shop.example", "smtpPassword": "mailpass"}'),
(3,'Phone',1,1,0,'{"type": "telegram", "name": "Phone", "telegramBotToken": "123:abc", "telegramChatID": "-1001"}');

CREATE TABLE `monitor_notification` (
  `id` text DEFAULT NULL,
  `monitor_id` text DEFAULT NULL,
  `notification_id` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `monitor_notification` VALUES
(1,3,1),
(2,3,2),
(3,4,1),
(4,5,1),
(5,9,3);

CREATE TABLE `tag` (
  `id` text DEFAULT NULL,
  `name` text DEFAULT NULL,
  `color` text DEFAULT NULL,
  `created_date` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `tag` VALUES
(1,'production','#DC2626','2024-03-01 10:00:00'),
(2,'team','#2563EB','2024-03-01 10:00:00');

CREATE TABLE `monitor_tag` (
  `id` text DEFAULT NULL,
  `monitor_id` text DEFAULT NULL,
  `tag_id` text DEFAULT NULL,
  `value` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `monitor_tag` VALUES
(1,3,1,''),
(2,4,1,''),
(3,4,2,'payments');

CREATE TABLE `maintenance` (
  `id` text DEFAULT NULL,
  `title` text DEFAULT NULL,
  `description` text DEFAULT NULL,
  `user_id` text DEFAULT NULL,
  `active` text DEFAULT NULL,
  `strategy` text DEFAULT NULL,
  `start_date` text DEFAULT NULL,
  `end_date` text DEFAULT NULL,
  `start_time` text DEFAULT NULL,
  `end_time` text DEFAULT NULL,
  `weekdays` text DEFAULT NULL,
  `days_of_month` text DEFAULT NULL,
  `interval_day` text DEFAULT NULL,
  `cron` text DEFAULT NULL,
  `timezone` text DEFAULT NULL,
  `duration` text DEFAULT NULL,
  `last_start_date` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `maintenance` VALUES
(1,'Weekly update','Patches of the system',1,1,'recurring-weekday','2026-01-01 00:00:00','2027-12-31 00:00:00','23:30','01:00','[0,3]','[]',1,'30 23 * * 0,3','Europe/Berlin',5400,NULL),
(2,'Move','',1,1,'single','2026-12-05 22:00:00','2026-12-06 04:00:00',NULL,NULL,'[]','[]',NULL,NULL,'SAME_AS_SERVER',NULL,NULL),
(3,'By hand','',1,0,'manual',NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,NULL,NULL,NULL),
(4,'Backups','',1,1,'recurring-interval','2026-03-01 00:00:00',NULL,'01:00','03:30','[]','[]',2,'0 1 */2 * *','UTC',9000,NULL),
(5,'End of month','',1,1,'recurring-day-of-month','2026-02-10 00:00:00',NULL,'22:00','23:00','[]','[15,"lastDay1"]',1,'0 22 15,L * *','Nowhere/Land',3600,NULL),
(6,'Workdays','',1,1,'cron',NULL,NULL,NULL,NULL,'[]','[]',1,'30 6 * * MON-WED','Europe/Berlin',1800,NULL),
(7,'Every ten minutes','',1,1,'cron',NULL,NULL,NULL,NULL,'[]','[]',1,'*/10 * * * *','UTC',60,NULL),
(8,'Hostile','',1,1,'single','9999-99-99 00:00:00','2026-01-01 00:00:00',NULL,NULL,'{','[]',1,'','UTC',0,NULL);

CREATE TABLE `monitor_maintenance` (
  `id` text DEFAULT NULL,
  `monitor_id` text DEFAULT NULL,
  `maintenance_id` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `monitor_maintenance` VALUES
(1,1,1),
(2,6,2);

CREATE TABLE `status_page` (
  `id` text DEFAULT NULL,
  `slug` text DEFAULT NULL,
  `title` text DEFAULT NULL,
  `description` text DEFAULT NULL,
  `icon` text DEFAULT NULL,
  `theme` text DEFAULT NULL,
  `published` text DEFAULT NULL,
  `search_engine_index` text DEFAULT NULL,
  `show_tags` text DEFAULT NULL,
  `password` text DEFAULT NULL,
  `created_date` text DEFAULT NULL,
  `modified_date` text DEFAULT NULL,
  `footer_text` text DEFAULT NULL,
  `custom_css` text DEFAULT NULL,
  `show_powered_by` text DEFAULT NULL,
  `show_certificate_expiry` text DEFAULT NULL,
  `auto_refresh_interval` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `status_page` VALUES
(1,'shop','Shop status','How the shop is doing','/upload/logo1.png','auto',1,1,0,NULL,'2024-03-01 10:00:00','2024-03-01 10:00:00','Call us','body {}',1,0,300);

CREATE TABLE `group` (
  `id` text DEFAULT NULL,
  `name` text DEFAULT NULL,
  `created_date` text DEFAULT NULL,
  `public` text DEFAULT NULL,
  `active` text DEFAULT NULL,
  `weight` text DEFAULT NULL,
  `status_page_id` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `group` VALUES
(1,'Storefront','2024-03-01 10:00:00',1,1,2,1),
(2,'Behind the scenes','2024-03-01 10:00:00',1,1,1,1);

CREATE TABLE `monitor_group` (
  `id` text DEFAULT NULL,
  `monitor_id` text DEFAULT NULL,
  `group_id` text DEFAULT NULL,
  `weight` text DEFAULT NULL,
  `send_url` text DEFAULT NULL,
  `custom_url` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `monitor_group` VALUES
(1,4,1,2,0,NULL),
(2,3,1,1,1,NULL),
(3,6,2,1,0,NULL);

CREATE TABLE `maintenance_status_page` (
  `id` text DEFAULT NULL,
  `status_page_id` text DEFAULT NULL,
  `maintenance_id` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `maintenance_status_page` VALUES
(1,1,2);

CREATE TABLE `status_page_cname` (
  `id` text DEFAULT NULL,
  `status_page_id` text DEFAULT NULL,
  `domain` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `status_page_cname` VALUES
(1,1,'status.shop.example');

CREATE TABLE `incident` (
  `id` text DEFAULT NULL,
  `title` text DEFAULT NULL,
  `content` text DEFAULT NULL,
  `style` text DEFAULT NULL,
  `created_date` text DEFAULT NULL,
  `last_updated_date` text DEFAULT NULL,
  `pin` text DEFAULT NULL,
  `active` text DEFAULT NULL,
  `status_page_id` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `incident` VALUES
(1,'Slow payments','We are **looking**.','warning','2026-11-01 10:00:00',NULL,1,1,1);

CREATE TABLE `setting` (
  `id` text DEFAULT NULL,
  `key` text DEFAULT NULL,
  `value` text DEFAULT NULL,
  `type` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `setting` VALUES
(1,'tlsExpiryNotifyDays','[7,14,21]','general'),
(2,'serverTimezone','"America/New_York"','general');

CREATE TABLE `heartbeat` (
  `id` text DEFAULT NULL,
  `important` text DEFAULT NULL,
  `monitor_id` text DEFAULT NULL,
  `status` text DEFAULT NULL,
  `msg` text DEFAULT NULL,
  `time` text DEFAULT NULL,
  `ping` text DEFAULT NULL,
  `duration` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `heartbeat` VALUES
(1,0,3,0,'OK','2026-11-27 10:00:01',12,60),
(2,0,3,1,'Its \"fine\"\n','2026-11-27 10:00:02',12,60),
(3,0,4,0,'OK','2026-11-27 10:00:03',12,60),
(4,0,5,1,'OK','2026-11-27 10:00:04',12,60),
(5,0,7,2,'OK','2026-11-27 10:00:05',12,60),
(6,0,13,1,'OK','2026-11-27 10:00:06',12,60);

CREATE TABLE `user` (
  `id` text DEFAULT NULL,
  `username` text DEFAULT NULL,
  `password` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `user` VALUES
(1,'admin','hash');

CREATE TABLE `plugin_data` (
  `id` text DEFAULT NULL,
  `value` text DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `plugin_data` VALUES
(1,'x');
