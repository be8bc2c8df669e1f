import assert from 'node:assert/strict';
import { constants, DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStatements, prepareStatement } from './sqlite-statement.ts';

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    CREATE TABLE facts (name TEXT, value INTEGER, bytes BLOB);
    INSERT INTO facts VALUES ('a', 1, x'0102'), ('b', NULL, NULL)`);
  return database;
}

test('rows are plain objects with a property for each column', () => {
  const statement = prepareStatement(
    open(),
    'SELECT name, value AS "how much", bytes FROM facts ORDER BY name',
  );
  assert.deepEqual(statement.all([]), [
    { name: 'a', 'how much': 1, bytes: new Uint8Array([1, 2]) },
    { name: 'b', 'how much': null, bytes: null },
  ]);
  assert.deepEqual(statement.get([]), { name: 'a', 'how much': 1, bytes: new Uint8Array([1, 2]) });
});

test('where there is no row, there is none', () => {
  const statement = prepareStatement(open(), 'SELECT name FROM facts WHERE name = ?');
  assert.deepEqual(statement.all(['z']), []);
  assert.equal(statement.get(['z']), undefined);
  assert.deepEqual(statement.get(['b']), { name: 'b' });
});

test('a statement that writes says how many rows it changed, and gives what it returns', () => {
  const database = open();
  assert.equal(prepareStatement(database, 'UPDATE facts SET value = ?').run([5]), 2);
  const returning = prepareStatement(database, 'DELETE FROM facts WHERE name = ? RETURNING value');
  assert.deepEqual(returning.get(['a']), { value: 5 });
});

test('a column that was added since a statement was prepared has its name too', () => {
  const database = open();
  const statement = prepareStatement(database, 'SELECT * FROM facts WHERE name = ?');
  assert.deepEqual(statement.get(['b']), { name: 'b', value: null, bytes: null });
  database.exec('ALTER TABLE facts ADD COLUMN note TEXT');
  assert.deepEqual(statement.get(['b']), { name: 'b', value: null, bytes: null, note: null });
});

test('a statement is not compiled again when another limit is bound', () => {
  const database = open();
  let asked = 0;
  // SQLite asks for everything that a statement touches, while it compiles it.
  database.setAuthorizer(() => {
    asked += 1;
    return constants.SQLITE_OK;
  });
  const statement = prepareStatement(database, 'SELECT name FROM facts ORDER BY name LIMIT ?');
  const before = asked;
  assert.notEqual(before, 0);
  assert.deepEqual(statement.all([1]), [{ name: 'a' }]);
  assert.deepEqual(statement.all([2]), [{ name: 'a' }, { name: 'b' }]);
  assert.equal(asked, before);
});

test('a statement is prepared once, and of ever new ones no more is kept than a few times what the program has', () => {
  const statements = openStatements(open());
  const asked = statements.prepare('SELECT value FROM facts WHERE name = ?');
  assert.equal(statements.prepare('SELECT value FROM facts WHERE name = ?'), asked);
  for (let labels = 1; labels <= 300; labels++) {
    const left = 'AND value NOT IN (SELECT value FROM facts WHERE name = ?) '.repeat(labels);
    statements.prepare(`SELECT value FROM facts WHERE value IS NOT NULL ${left}`);
    assert.ok(statements.chars <= 400_000, `${statements.chars} characters are kept`);
  }
  // Whoever has a statement may still be using it.
  assert.deepEqual(asked.get(['a']), { value: 1 });
});
