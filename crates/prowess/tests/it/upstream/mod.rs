//! What the agents of the seeds do today: the cases their own tests are about, on machines made for them.

mod omp;
mod openclaw;
mod opencode;
