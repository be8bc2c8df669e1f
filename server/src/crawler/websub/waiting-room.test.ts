import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hubPace } from './limits.ts';
import { openWaitingRoom } from './waiting-room.ts';

const ofOne = {
  pushes: hubPace.pushesWaiting * hubPace.ofOneHub,
  bytes: hubPace.bytesWaiting * hubPace.ofOneHub,
};

test('what leaves makes room for as much from the same hub, and for no more', () => {
  for (const [count, bytes] of [
    [ofOne.pushes, 1],
    [4, ofOne.bytes / 4],
  ] as const) {
    const room = openWaitingRoom();
    const push = { callback: 'a', body: new Uint8Array(bytes) };
    for (let entered = 0; entered < count; entered++) {
      assert.ok(room.hasRoom('a', bytes));
      room.enter(push);
    }
    assert.ok(!room.hasRoom('a', bytes));
    assert.ok(room.hasRoom('b', bytes));
    for (let left = 0; left < 3; left++) {
      assert.equal(room.next(), push);
      assert.ok(!room.hasRoom('a', bytes), 'it is being read');
      room.leave(push);
      assert.ok(room.hasRoom('a', bytes));
      room.enter(push);
      assert.ok(!room.hasRoom('a', bytes));
    }
  }
});

test('a hub whose pushes have all been read has all of its room again, also where others wait', () => {
  const room = openWaitingRoom();
  const other = { callback: 'b', body: new Uint8Array(1) };
  room.enter(other);
  const push = { callback: 'a', body: new Uint8Array(ofOne.bytes) };
  for (let turn = 0; turn < 3; turn++) {
    assert.ok(room.hasRoom('a', ofOne.bytes));
    room.enter(push);
    assert.ok(!room.hasRoom('a', 1));
    room.leave(push);
  }
  assert.ok(!room.hasRoom('b', ofOne.bytes));
});
