BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	data JSON NOT NULL, 
	at DATETIME NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('98euxj98scu2',1,'move',0,'{"move": "-0000"}','2026-11-17 20:16:53.576171');
INSERT INTO "events" VALUES('98euxj98scu2',2,'move',1,'{"move": "a1-1111"}','2026-11-17 20:16:53.807877');
INSERT INTO "events" VALUES('98euxj98scu2',3,'move',0,'{"move": "b1-0001"}','2026-11-17 20:16:53.977943');
INSERT INTO "events" VALUES('98euxj98scu2',4,'takeback',0,'{"count": 1}','2026-11-17 20:16:54.052508');
INSERT INTO "events" VALUES('qdjqa3ksaeu4',1,'move',0,'{"move": "-0000"}','2026-11-17 20:16:54.244099');
INSERT INTO "events" VALUES('qdjqa3ksaeu4',2,'resign',1,'{}','2026-11-17 20:16:54.401730');
CREATE TABLE results (
	id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(80), 
	player VARCHAR(64), 
	level VARCHAR(16), 
	agent VARCHAR(300), 
	spec VARCHAR(300), 
	version VARCHAR(32), 
	score FLOAT, 
	share FLOAT NOT NULL, 
	rounds INTEGER, 
	seconds FLOAT NOT NULL, 
	decisions INTEGER NOT NULL, 
	takebacks INTEGER NOT NULL, 
	finished DATETIME NOT NULL, others INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_results_seat UNIQUE (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES(1,'qdjqa3ksaeu4',0,'quarto','person','Ann','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','expert',NULL,NULL,NULL,NULL,1.0,NULL,0.098,1,0,'2026-11-17 20:16:54.401730',0);
INSERT INTO "results" VALUES(2,'qdjqa3ksaeu4',1,'quarto','person','Bob',NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0.0,0,0,'2026-11-17 20:16:54.401730',0);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	seed_hash VARCHAR(64) NOT NULL, 
	seats JSON NOT NULL, 
	created DATETIME NOT NULL, origin VARCHAR(16) DEFAULT 'played' NOT NULL, hints VARCHAR(8), previous VARCHAR(32), clock JSON, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('98euxj98scu2','quarto',1,'{"squares": false}','32115ff1c478a8369044c91216ab1553','ba2345cc686a3b48c97c2e246d63b411143785471879549d24a3c63fceeded9d','[{"kind": "person", "name": "Ann", "agent": null, "secret_hash": "2555ffc94c4d75205429c68f19db1a8cad87d5db3306526c3f7bba311e4d705e", "kept_for": null, "kept_hash": null, "level": "expert", "player": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"kind": "person", "name": "Bob", "agent": null, "secret_hash": "a8d596cb71a0f3cd2aff9bcc3a7cfd2655801055eb333ae44457a01e3f4508d0", "kept_for": null, "kept_hash": null, "level": null, "player": null}]','2026-11-17 20:16:52.798819','played',NULL,NULL,'{"kind": "move", "seconds": 86400.0, "increment": 0.0}');
INSERT INTO "tables" VALUES('qdjqa3ksaeu4','quarto',1,'{"squares": false}','f7f2f65d3df8710f6689214b37c6843f','a4fb9e0fd4017a5cae50a5e73c8316cd5888ad8f567c37ff15f65cf9e8b21fea','[{"kind": "person", "name": "Ann", "agent": null, "secret_hash": "a0b5dcb4c948b7136116ce18150e2432dedfd95d419c2427959ed42039657b3a", "kept_for": null, "kept_hash": null, "level": "expert", "player": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"kind": "person", "name": "Bob", "agent": null, "secret_hash": "0bd098d64bffb2636c8073a43e207a86da8257935d0193582d0c83677d6ac7b1", "kept_for": null, "kept_hash": null, "level": null, "player": null}]','2026-11-17 20:16:54.146155','played',NULL,NULL,NULL);
CREATE INDEX ix_tables_created ON tables (created);
CREATE INDEX ix_events_at ON events (at);
CREATE INDEX ix_results_game ON results (game);
COMMIT;
