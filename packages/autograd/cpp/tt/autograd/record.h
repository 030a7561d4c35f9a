// Stage 4 of a call: the Autograd key's one kernel.
#pragma once

namespace tt::autograd {

// Makes `record` the Autograd kernel of every op that has none of its own.
void register_record();

}  // namespace tt::autograd
