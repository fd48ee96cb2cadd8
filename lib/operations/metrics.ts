import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/process-wide";

const instruments = processWide("metrics", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "cadau_http_request_duration_seconds",
      help: "Time to the answer's head, by call",
      labelNames: ["method", "route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    activeRuns: new Gauge({ name: "cadau_runs_active", help: "Answers being written by this process", registers }),
    runs: new Histogram({
      name: "cadau_run_duration_seconds",
      help: "How long answers took, by outcome",
      labelNames: ["status"],
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
      registers,
    }),
    recovered: new Counter({
      name: "cadau_runs_recovered_total",
      help: "Answers whose process was lost, settled by this one",
      registers,
    }),
    followers: new Gauge({ name: "cadau_run_followers", help: "Open streams of answers", registers }),
    flushes: new Histogram({
      name: "cadau_run_event_flush_seconds",
      help: "Time of one write of stream events, for all answers of this process",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    rolls: new Histogram({
      name: "cadau_context_roll_duration_seconds",
      help: "How long rolls of older messages into a summary took, by what summarised them",
      labelNames: ["method"],
      buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
    rollWaits: new Histogram({
      name: "cadau_context_send_wait_seconds",
      help: "How long sends waited that had to roll first",
      buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
  };
});

/** `route` is the path of the contract, never the one asked for: labels must stay few. */
export function requestAnswered(method: string, route: string, status: number, ms: number): void {
  instruments().requests.observe({ method, route, status }, ms / 1_000);
}

export function runStarted(): void {
  instruments().activeRuns.inc();
}

export function runEnded(status: "complete" | "stopped" | "interrupted" | "failed", ms: number): void {
  instruments().activeRuns.dec();
  instruments().runs.observe({ status }, ms / 1_000);
}

export function runsRecovered(count: number): void {
  instruments().recovered.inc(count);
}

export function followersChanged(by: 1 | -1): void {
  instruments().followers.inc(by);
}

export function eventsFlushed(ms: number): void {
  instruments().flushes.observe(ms / 1_000);
}

export function rolled(method: "model" | "extractive" | "user", ms: number): void {
  instruments().rolls.observe({ method }, ms / 1_000);
}

export function sendWaited(ms: number): void {
  instruments().rollWaits.observe(ms / 1_000);
}

/** All metrics of this process in Prometheus' text form. */
export async function metricsText(): Promise<{ body: string; contentType: string }> {
  const { registry } = instruments();
  return { body: await registry.metrics(), contentType: registry.contentType };
}
