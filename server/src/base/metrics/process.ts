import { performance } from 'node:perf_hooks';
import { Histogram, type Metric, single } from './metrics.ts';

/** Metrics of this process. */
export interface ProcessMetrics {
  metrics(): Metric[];
  stop(): void;
}

/** Milliseconds between two measurements of the event loop's lag. */
const interval = 50;

export function watchProcess(): ProcessMetrics {
  const lags = new Histogram([0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5]);
  let looked = performance.now();
  // Node's `monitorEventLoopDelay` would need a reset per reader to report recent values rather than those since the start.
  const timer = setInterval(() => {
    const now = performance.now();
    lags.observe(Math.max(0, now - looked - interval) / 1e3);
    looked = now;
  }, interval).unref();
  return {
    metrics() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      const cpu = (user + system) / 1e6;
      const started = performance.timeOrigin / 1e3;
      return [
        {
          name: 'nodejs_eventloop_lag_seconds',
          help: 'Delay of the event loop',
          type: 'histogram',
          samples: lags.samples(),
        },
        single(
          'gauge',
          'process_start_time_seconds',
          'Start time of the process, in seconds since 1970',
          started,
        ),
        single('counter', 'process_cpu_seconds_total', 'Processor time that the process has used', cpu),
        single('gauge', 'process_resident_memory_bytes', 'Resident memory of the process', rss),
        single('gauge', 'nodejs_heap_size_used_bytes', 'Heap memory that JavaScript uses', heapUsed),
      ];
    },
    stop: () => clearInterval(timer),
  };
}
